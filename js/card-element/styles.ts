/*
 * Owns how the card looks: one sheet, adopted, so that a strict policy is content. What must hold: every colour and typeface is a custom property of the page's to
 * set; light and dark follow `color-scheme`; it is usable 320 pixels wide and 256 high, in forced colours, and without motion.
 * Names with an underscore are the sheet's own.
 */

/** Each colour where it is light, and where it is dark. */
const COLOURS: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  surface: ['#ffffff', '#16181c'],
  field: ['#f3f4f6', '#22252b'],
  text: ['#16181d', '#e9ebee'],
  muted: ['#565c66', '#a4abb6'],
  line: ['#dcdfe4', '#343941'],
  edge: ['#7f8792', '#7a828e'],
  accent: ['#1d57c4', '#8fb4ff'],
  'on-accent': ['#ffffff', '#0b1a38'],
  danger: ['#b3261e', '#ff9a90'],
  'on-danger': ['#ffffff', '#3b0b07'],
  warn: ['#7a4d00', '#f0c070'],
  'warn-surface': ['#fdf3de', '#33270f'],
};

const BASE = `
:host { display: block; color-scheme: inherit; }
:host([hidden]) { display: none; }
.card, .card * { box-sizing: border-box; }
.card {
  all: initial;
  color-scheme: inherit;
  --_font: var(--countersign-font, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif);
  --_mono: var(--countersign-mono, ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace);
  --_size: var(--countersign-size, max(0.875rem, 14px));
  --_radius: var(--countersign-radius, 8px);
  --_pad: clamp(0.75rem, 2.5vw, 1.25rem);
  display: flex;
  flex-direction: column;
  margin: 0;
  padding: 0;
  border: 1px solid var(--_line);
  border-radius: var(--_radius);
  background: var(--_surface);
  color: var(--_text);
  font: 400 var(--_size) / 1.45 var(--_font);
  text-align: start;
  overflow: hidden;
}
dialog.card {
  position: fixed;
  inset: 0;
  margin: auto;
  width: min(var(--countersign-width, 52rem), calc(100vw - 2rem));
  max-width: none;
  height: fit-content;
  max-height: calc(100dvh - 2rem);
  box-shadow: var(--countersign-shadow, 0 1px 2px rgb(0 0 0 / 12%), 0 16px 48px rgb(0 0 0 / 28%));
}
dialog.card:not([open]) { display: none; }
dialog.card::backdrop { background: var(--countersign-backdrop, rgb(12 14 18 / 48%)); }
section.card { max-height: var(--countersign-height, none); }
h2, h3, p, ol, ul, pre { margin: 0; padding: 0; font: inherit; }
ol, ul { list-style: none; }
[hidden] { display: none !important; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
:focus-visible { outline: 2px solid var(--_accent); outline-offset: 2px; }
code, pre, .json { font-family: var(--_mono); }

.arming { flex: none; height: 2px; background: var(--_accent); transform-origin: left; }
.card:dir(rtl) .arming { transform-origin: right; }
.card[data-armed] .arming { background: transparent; }
.head { flex: none; padding: 0.75rem var(--_pad) 0.625rem; border-bottom: 1px solid var(--_line); }
.title { font-size: 1.1875em; font-weight: 650; line-height: 1.3; overflow-wrap: anywhere; text-wrap: balance; }
.note { color: var(--_muted); overflow-wrap: anywhere; }
.head .refusal { margin-top: 0.5rem; }
.body { flex: 1 1 auto; min-height: 0; overflow: auto; scroll-padding-block: 5rem 0.5rem; overscroll-behavior: contain; }
.refusal, .warning { overflow-wrap: anywhere; }
.refusal { padding: 0.375rem 0.625rem; border-left: 3px solid var(--_danger); background: var(--_field); color: var(--_danger); white-space: pre-wrap; }
.warning { color: var(--_warn); font-weight: 600; }
`;

const ROWS = `
.group-head, .all { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 1rem; align-items: center; padding: 0.5rem var(--_pad); background: var(--_surface); border-bottom: 1px solid var(--_line); }
.group + .group, .unknown + .group, .all + .group { border-top: 1px solid var(--_line); }
.groups > .group > .group-head { position: sticky; top: 0; z-index: 1; }
.all { border-bottom: 0; }
.order { color: var(--_muted); }
.fn-line { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.125rem 0.625rem; min-width: 0; }
.fn { font: 650 1.0625em / 1.4 var(--_mono); overflow-wrap: anywhere; }
.description { grid-column: 1; color: var(--_muted); overflow-wrap: anywhere; }
.group-head > .many { grid-area: 1 / 2 / span 2 / 3; }
.effects { display: flex; flex-wrap: wrap; gap: 0.25rem; }
.effect { padding: 0 0.4375rem; border: 1px solid var(--_warn); border-radius: 99px; color: var(--_warn); font-size: 0.8125em; font-weight: 600; line-height: 1.5; }
.many { display: flex; align-items: center; gap: 0.625rem; }
.many-label { color: var(--_muted); white-space: nowrap; font-variant-numeric: tabular-nums; }

.row { display: grid; grid-template-columns: 3.25rem minmax(0, 1fr) auto; gap: 0 0.75rem; align-items: start; padding: 0.5rem var(--_pad) 0.4375rem; border-bottom: 1px solid var(--_line); }
.groups > :last-child .row:last-child { border-bottom: 0; }
.card[data-rows="many"] .row[data-mark="approve"] { background: color-mix(in srgb, var(--_accent) 8%, var(--_surface)); }
.card[data-rows="many"] .row[data-mark="reject"] { background: color-mix(in srgb, var(--_danger) 7%, var(--_surface)); }
.card[data-rows="many"] .row[data-mark="answer"] { background: color-mix(in srgb, var(--_warn) 9%, var(--_surface)); }

.no { grid-area: 1 / 1; color: var(--_muted); font-variant-numeric: tabular-nums; white-space: nowrap; line-height: 1.75rem; }
.says { grid-area: 1 / 2; min-width: 0; overflow-wrap: anywhere; }
.summary { display: block; padding: 0.25rem 0; font-weight: 500; }
.row.edited .summary { color: var(--_muted); }
.row > .choice { grid-area: 1 / 3; justify-self: end; }
.input { grid-area: 2 / 2; min-width: 0; }
.tools { grid-area: 2 / 3; display: flex; flex-wrap: wrap; align-items: baseline; justify-content: end; gap: 0 0.25rem; margin-inline-end: -0.375rem; }
.row:not(:has(> .says)):not(.wide) > .input { grid-row: 1; padding-top: 0.25rem; }
.wide > .input { grid-column: 2 / -1; }
.wide > .tools { grid-area: 3 / 2 / 4 / -1; }
.at { padding-inline-end: 0.375rem; color: var(--_muted); font-size: 0.9286em; white-space: nowrap; }
.at code { white-space: pre-wrap; overflow-wrap: anywhere; }
.notes { grid-area: 4 / 2 / 5 / -1; display: grid; gap: 0.25rem; padding-top: 0.1875rem; }
.notes:not(:has(> :not([hidden]))) { display: none; }
.areas { grid-area: 5 / 2 / 6 / -1; display: grid; gap: 0.5rem; padding-block: 0.25rem; }
.areas:not(:has(> :not([hidden]))) { display: none; }
.unknown { border-bottom: 1px solid var(--_line); border-inline-start: 4px solid var(--_warn); background: var(--_warn-surface); }
.unknown-title { padding: 0.625rem var(--_pad) 0; color: var(--_warn); font-weight: 650; }
.unknown > .description { padding: 0 var(--_pad) 0.375rem; color: var(--_text); }
.unknown .group-head { background: none; border-top: 1px solid var(--_line); }
.unknown .row .warning { display: none; }
.card[data-rows="one"] .group-head { border-bottom: 0; padding-bottom: 0; }
.card[data-rows="one"] .row { grid-template-columns: minmax(0, 1fr); padding-top: 0.25rem; }
.card[data-rows="one"] .row > * { grid-area: auto; }
.card[data-rows="one"] .says { display: grid; gap: 0.125rem; }
.card[data-rows="one"] .summary { font-size: 1.0625em; }
.card[data-rows="one"] .at { white-space: normal; }
.card[data-rows="one"] .tools { justify-content: start; margin-inline: -0.375rem 0; }
`;

const VALUES = `
.fields { display: grid; min-width: 0; }
.fields:not(.short) { border-block: 1px solid var(--_line); margin-block: 0.25rem; }
.fields:not(.short) > .pair { display: grid; grid-template-columns: minmax(3rem, 8rem) minmax(0, 1fr); align-items: start; gap: 0 0.75rem; padding: 0.1875rem 0; }
.fields:not(.short) > .pair + .pair { border-top: 1px solid var(--_line); }
.fields.short { display: flex; flex-wrap: wrap; gap: 0.125rem 1rem; }
.fields.short > .pair { min-width: 0; max-width: 100%; }
.fields:not(.short) > .pair.deep { display: block; }
.pair.deep > .value > .fields { margin: 0.125rem 0 0.1875rem; border-block: 0; border-inline-start: 2px solid var(--_line); padding-inline-start: 0.75rem; }
.name { color: var(--_muted); overflow-wrap: anywhere; }
.name i { font-style: normal; }
.place { font-variant-numeric: tabular-nums; }
.value { min-width: 0; font-family: var(--_mono); font-size: 0.9643em; overflow-wrap: anywhere; font-variant-ligatures: none; font-feature-settings: "zero"; }
.value > .kind:first-child { margin-inline-start: 0; }
.text, .scalar, .line-text { display: inline-block; max-width: 100%; padding: 0 0.25rem; border-radius: 3px; background: var(--_field); white-space: pre-wrap; }
.said { unicode-bidi: isolate; white-space: pre-wrap; overflow-wrap: anywhere; }
.summary .said, .description .said, .title .said, .note .said { white-space: pre-line; }
.quote { color: var(--_muted); user-select: none; }
.kind { margin-inline-start: 0.375rem; color: var(--_muted); font: 400 0.8125em / 1.5 var(--_font); white-space: nowrap; }
.sign { margin-inline: 0.0625rem; padding: 0 0.1875rem; border: 1px solid currentcolor; border-radius: 3px; color: var(--_warn); background: var(--_warn-surface); font: 600 0.75em / 1.3 var(--_mono); white-space: nowrap; }
.cut { white-space: normal; }
.hidden-sign { color: var(--_danger); background: var(--_surface); }
.alike { border-bottom: 2px solid var(--_warn); }
.break, .spaces { color: var(--_muted); user-select: none; }
.remark { color: var(--_warn); font-family: var(--_font); font-weight: 500; font-size: 0.9286em; overflow-wrap: anywhere; }
.remark.plain { color: var(--_muted); font-weight: 400; }
.beside { display: block; margin-top: 0.0625rem; font-family: var(--_font); line-height: 1.45; }
.beside .remark + .remark::before { content: "· "; color: var(--_muted); }
.gap { display: inline; min-height: 0; padding: 0 0.375rem; margin: 0 0.25rem; border: 1px dashed var(--_edge); border-radius: 3px; background: var(--_surface); color: var(--_accent); font: 500 0.875em / 1.5 var(--_font); }
.exact { direction: ltr; unicode-bidi: bidi-override; max-height: 22rem; overflow: auto; padding: 0.5rem 0.625rem; border: 1px solid var(--_line); border-radius: 4px; background: var(--_field); font-size: 0.9286em; line-height: 1.5; white-space: pre-wrap; overflow-wrap: anywhere; font-variant-ligatures: none; }
`;

const CONTROLS = `
button, input, textarea, select { font: inherit; color: inherit; margin: 0; }
button { min-height: 2.25rem; padding: 0.25rem 0.875rem; border: 1px solid transparent; border-radius: calc(var(--_radius) * 0.75); background: none; cursor: pointer; text-align: center; }
button:disabled { cursor: default; opacity: 0.55; }
.plain { border-color: var(--_edge); background: var(--_surface); }
.plain:hover:enabled { background: var(--_field); }
.primary { border-color: var(--_accent); background: var(--_accent); color: var(--_on-accent); font-weight: 600; }
.danger { border-color: var(--_danger); background: var(--_danger); color: var(--_on-danger); font-weight: 600; }
.primary:hover:enabled, .danger:hover:enabled { filter: brightness(1.08); }
.primary:disabled, .danger:disabled { border-color: var(--_line); background: var(--_field); color: var(--_muted); opacity: 1; }
.quiet { min-height: max(1.5rem, 24px); padding: 0 0.375rem; border: 0; color: var(--_muted); font-size: 0.9286em; text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: 0.2em; }
.quiet:hover:enabled { color: var(--_accent); }
.choice { display: inline-flex; align-self: start; border: 1px solid var(--_edge); border-radius: calc(var(--_radius) * 0.75); overflow: clip; background: var(--_surface); }
.pick { position: relative; display: block; min-height: 0; padding: 0; border: 0; border-radius: 0; cursor: pointer; font-size: 0.9286em; font-weight: 500; text-align: center; }
button.pick, .pick > span { padding: 0.1875rem 0.625rem; line-height: max(1.375rem, 22px); white-space: nowrap; }
.pick > span { display: block; }
.pick + .pick { border-inline-start: 1px solid var(--_line); }
.pick input { position: absolute; inset: 0; width: 100%; height: 100%; opacity: 0; cursor: inherit; }
.pick:hover { background: var(--_field); }
.pick:has(:focus-visible), button.pick:focus-visible { outline: 2px solid var(--_accent); outline-offset: -3px; }
.pick.undecided.on, .pick.undecided[aria-pressed="true"] { background: var(--_field); box-shadow: inset 0 -2px 0 var(--_edge); }
.pick.approve.on, .pick.approve[aria-pressed="true"] { background: var(--_accent); color: var(--_on-accent); }
.pick.reject.on, .pick.reject[aria-pressed="true"] { background: var(--_danger); color: var(--_on-danger); }
.pick.answer.on { background: var(--_warn); color: var(--_surface); }
.pick.on:has(:focus-visible) { outline-color: currentcolor; }
@supports not selector(:has(a)) { .pick:focus-within { outline: 2px solid var(--_accent); outline-offset: -3px; } }
.label { display: block; margin-bottom: 0.25rem; color: var(--_muted); font-size: 0.9286em; }
.json, .reason, .field { border: 1px solid var(--_edge); border-radius: 4px; background: var(--_surface); }
:is(.json, .field)[aria-invalid="true"] { border-color: var(--_danger); box-shadow: inset 0 0 0 1px var(--_danger); }
.json, .reason { display: block; width: 100%; padding: 0.375rem 0.5rem; }
.json { font-size: 0.9286em; line-height: 1.5; resize: vertical; max-height: 50dvh; tab-size: 2; }
.field-note { min-height: 1.45em; margin-top: 0.25rem; color: var(--_muted); font-size: 0.9286em; overflow-wrap: anywhere; }
.bad { color: var(--_danger) !important; }
.field-form { display: grid; grid-template-columns: minmax(3rem, 8rem) minmax(0, 1fr); gap: 0.375rem 0.75rem; align-items: baseline; }
.field-line { display: flex; align-items: baseline; gap: 0.25rem; min-width: 0; }
.field { flex: 1 1 auto; min-width: 0; padding: 0.25rem 0.5rem; font-family: var(--_mono); font-size: 0.9643em; line-height: 1.5; }
select.field { flex: 0 1 auto; min-width: 6rem; }
textarea.field { resize: vertical; min-height: calc(1.5em + 0.5rem + 2px); max-height: 40dvh; field-sizing: content; }
.field-line > .quiet { white-space: nowrap; }
.to-add { grid-column: 1 / -1; display: flex; flex-wrap: wrap; margin-inline-start: -0.375rem; }
.close { display: flex; flex-wrap: wrap; justify-content: end; align-items: center; gap: 0.5rem; }
.close > .quiet:first-child { margin-inline: -0.375rem auto; }
.close .plain { min-height: 1.75rem; }
.foot { position: relative; flex: none; padding: 0.625rem var(--_pad) 0.75rem; border-top: 1px solid var(--_line); background: var(--_surface); }
.told { position: absolute; z-index: 2; bottom: calc(100% + 0.375rem); inset-inline-start: var(--_pad); max-width: calc(100% - 2 * var(--_pad)); }
.told:not(:empty) { padding: 0.25rem 0.625rem; border: 1px solid var(--_warn); border-radius: 4px; background: var(--_warn-surface); }
.says-now { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0 0.75rem; margin-bottom: 0.375rem; }
.says-now:not(:has(> :not([hidden]))) { display: none; }
.says-now .quiet { margin-inline-end: -0.375rem; }
.away { visibility: hidden; }
.tally { min-height: 1.45em; color: var(--_muted); font-variant-numeric: tabular-nums; }
.reason-box { margin-bottom: 0.625rem; }
.buttons { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.held-back { flex: 1 1 12rem; align-self: center; color: var(--_warn); font-size: 0.9286em; line-height: 1.3; text-align: end; overflow-wrap: anywhere; }
.buttons > :last-child { margin-inline-start: auto; min-width: 7rem; }
.card:not([data-armed]) .foot button:not(.later-button) { opacity: 0.6; }
kbd { padding: 0.0625rem 0.3125rem; border: 1px solid currentcolor; border-radius: 3px; font: 0.8em / 1.3 var(--_mono); opacity: 0.75; }
`;

const CONDITIONS = `
@media (prefers-reduced-motion: no-preference) {
  .card:not([data-armed]) .arming { animation: arm 400ms linear; }
  @keyframes arm { from { transform: scaleX(0); } }
}
@media (max-width: 40rem) {
  dialog.card { width: calc(100vw - 1rem); max-height: calc(100dvh - 1rem); }
  .card[data-rows="many"] .row { grid-template-columns: auto minmax(0, 1fr); padding-block: 0.5rem; }
  .card[data-rows="many"] .row > :is(.says, .input, .tools, .notes, .areas) { grid-column: 1 / -1; grid-row: auto; padding-top: 0; }
  .row > .choice { grid-area: 1 / 2; flex-wrap: wrap; max-width: 100%; }
  .groups > .group > .group-head { position: static; }
  .row > .tools { justify-content: start; margin-inline-start: -0.375rem; }
  .tools .at { padding-inline-start: 0.375rem; }
  .group-head, .all { grid-template-columns: minmax(0, 1fr); gap: 0.25rem; }
  .group-head > .many { grid-area: auto; }
  .many { justify-content: space-between; }
  .fields:not(.short) > .pair, .field-form { grid-template-columns: minmax(3rem, 5.5rem) minmax(0, 1fr); }
  .buttons > * { flex: 1 1 auto; }
  .held-back { order: -1; flex-basis: 100%; text-align: start; }
  .held-back:empty { display: none; }
  .buttons > :last-child { flex-basis: 100%; margin-inline-start: 0; }
  kbd { display: none; }
}
@media (pointer: coarse) {
  button:not(.quiet, .pick, .gap) { min-height: 2.75rem; }
  .quiet { min-height: 2.25rem; }
  button.pick, .pick > span { padding: 0.4375rem 0.75rem; }
  kbd { display: none; }
}
/* So much zoom that buttons which stay in view would leave none for what they are about. */
@media (max-height: 28rem) {
  dialog.card { display: block; overflow: auto; }
  .body { overflow: visible; }
  .groups > .group > .group-head { position: static; }
  .told { position: fixed; bottom: 0.5rem; }
}
@media (forced-colors: active) {
  .pick.on, .pick[aria-pressed="true"] { forced-color-adjust: none; background: Highlight !important; color: HighlightText !important; }
  .arming { background: Highlight; }
  .primary, .danger { border: 2px solid ButtonText; }
  button:disabled { color: GrayText !important; border-color: GrayText !important; opacity: 1; }
  .text, .scalar, .line-text { outline: 1px solid GrayText; }
}
`;

/** Browsers of before May 2024 know no `light-dark()`: there the card is told which of the two it is (`isDarkHere`). */
const knowsLightDark = (): boolean => CSS.supports('color', 'light-dark(#000, #fff)');

function colours(): string {
  const rule = (selector: string, of: (pair: readonly [string, string]) => string): string =>
    `${selector} { ${Object.entries(COLOURS)
      .map(([name, pair]) => `--_${name}: var(--countersign-${name}, ${of(pair)});`)
      .join(' ')} }`;
  if (knowsLightDark()) return rule('.card', ([light, dark]) => `light-dark(${light}, ${dark})`);
  return [rule('.card', ([light]) => light), rule('.card[data-dark]', ([, dark]) => dark)].join('\n');
}

/** Whether an element is to be dark where its styles can't say so themselves. */
export function isDarkHere(element: Element): boolean {
  if (knowsLightDark()) return false;
  const schemes = getComputedStyle(element).colorScheme.split(' ');
  return schemes.includes('dark') && (!schemes.includes('light') || matchMedia('(prefers-color-scheme: dark)').matches);
}

let adopted: CSSStyleSheet | undefined;

/** The one sheet that all cards share. */
export function sheet(): CSSStyleSheet {
  if (adopted === undefined) {
    adopted = new CSSStyleSheet();
    adopted.replaceSync([colours(), BASE, ROWS, VALUES, CONTROLS, CONDITIONS].join('\n'));
  }
  return adopted;
}
