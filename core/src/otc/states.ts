// The states of a deal as a table (money §9). Before payment, the buyer or the timeout may cancel. After it, only the
// seller or a ruling by two operators ends the deal, and an appeal unlocks nothing (W21).

export const DEAL = { toPay: 0, paid: 1, released: 2, cancelled: 3, appealed: 4 } as const;

/** Acts on a deal. */
export const ACT = { pay: 0, cancel: 1, expire: 2, release: 3, appeal: 4, ruleBuyer: 5, ruleSeller: 6 } as const;
export type Act = (typeof ACT)[keyof typeof ACT];

/** No next state: the act is refused. */
export const NEVER = -1;

const { paid, released, cancelled, appealed } = DEAL;

/** State × act in their order: the next state, or NEVER. */
export const DEALS: readonly (readonly number[])[] = [
  [paid, cancelled, cancelled, NEVER, NEVER, NEVER, NEVER],
  [NEVER, NEVER, NEVER, released, appealed, NEVER, NEVER],
  [NEVER, NEVER, NEVER, NEVER, NEVER, NEVER, NEVER],
  [NEVER, NEVER, NEVER, NEVER, NEVER, NEVER, NEVER],
  [NEVER, NEVER, NEVER, released, NEVER, released, cancelled],
];

/** Who may act. */
export const BY = { buyer: 1, seller: 2, either: 3, nobody: 0 } as const;
export const WHO: readonly number[] = [BY.buyer, BY.buyer, BY.nobody, BY.seller, BY.either, BY.nobody, BY.nobody];

/** The state after an act, NEVER when it is refused. */
export function dealAfter(state: number, act: Act): number {
  return DEALS[state]?.[act] ?? NEVER;
}
