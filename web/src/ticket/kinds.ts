// The order types of every ticket, and the fields that each needs.

/** The six types of calls §9. */
export type OrderKind = 'limit' | 'market' | 'stopLimit' | 'stopMarket' | 'takeProfitLimit' | 'takeProfitMarket';
export type TimeInForce = 'GTC' | 'IOC' | 'FOK';
export type TriggerBy = 'mark' | 'last';

/** The types that wait for a trigger, in the order of the select. */
export const STOP_KINDS = ['stopLimit', 'stopMarket', 'takeProfitLimit', 'takeProfitMarket'] as const;
export const TIMES: readonly TimeInForce[] = ['GTC', 'IOC', 'FOK'];

/** Whether the type has a limit price. */
export function hasPrice(kind: OrderKind): boolean {
  return kind === 'limit' || kind === 'stopLimit' || kind === 'takeProfitLimit';
}

/** Whether the type waits for a trigger. */
export function hasTrigger(kind: OrderKind): boolean {
  return kind !== 'limit' && kind !== 'market';
}
