// Stablecoins valued at 1 USDT, as in swaps (money §8).

const AT_PAR: ReadonlySet<string> = new Set(['USDT', 'USD', 'USDC']);

/** Whether a coin is valued at par in USDT, without an index. */
export function isAtPar(code: string): boolean {
  return AT_PAR.has(code);
}
