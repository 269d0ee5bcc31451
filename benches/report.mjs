/*
 * Owns making the page of a report: report/ with the report in it, one file that opens without a server.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/lib/places.mjs';
import { headline, tables, titles } from './table.mjs';

const part = name => readFileSync(join(root, 'benches/report', name), 'utf8');

export function reportPage(report) {
  const groups = Object.fromEntries(Object.entries(titles).map(([group, title]) => [title, group]));
  const data = { ...report, headline: headline(report), tables: tables(report), groups };
  // Inside a script element only this ends it.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  const puts = [
    ['<link rel="stylesheet" href="report.css">', `<style>\n${part('report.css')}</style>`],
    ['>{}</script>', `>${json}</script>`],
    ['<script type="module" src="report.js"></script>', `<script type="module">\n${part('report.js')}</script>`],
  ];
  return puts.reduce((page, [place, text]) => page.replace(place, () => text), part('report.html'));
}
