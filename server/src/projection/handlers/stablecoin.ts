// Coins that stand at 1 with USDT, as in swaps (money §8).

const AT_PAR: ReadonlySet<string> = new Set(['USDT', 'USD', 'USDC']);

/** Whether a coin needs no index to be worth what it says, in USDT. */
export function isAtPar(code: string): boolean {
  return AT_PAR.has(code);
}
