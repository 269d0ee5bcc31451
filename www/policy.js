/*
 * Owns the app's own rule about refunds. What must hold: the page shows this function's text as it stands, so it is all of the rule. What it does not
 * speak of is asked for by its mark.
 */
export function policy({ fn, input }) {
  if (fn !== 'refunds.pay') return undefined;
  if (input.amount <= 50) return 'allow';
  if (input.amount <= 1_000) return 'ask';
  return { verdict: 'deny', reason: 'Above 1,000 EUR accounting pays.' };
}
