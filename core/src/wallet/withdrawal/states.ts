// The states of a withdrawal as a table (money §8). Until it is signed it can end and return its money. After that it
// can only be confirmed, unless the chain proves that its transaction can never pay.

export const WITHDRAWAL = {
  review: 1,
  approved: 2,
  signed: 3,
  broadcast: 4,
  confirmed: 5,
  refused: 6,
  failed: 7,
  cancelled: 8,
} as const;

/** Actions on a withdrawal. */
export const ACTION = {
  approve: 0,
  refuse: 1,
  cancel: 2,
  sign: 3,
  broadcast: 4,
  confirm: 5,
  fail: 6,
  pass: 7,
  failProven: 8,
  replan: 9,
} as const;
export type Action = (typeof ACTION)[keyof typeof ACTION];

const { approved, signed, broadcast, confirmed, refused, failed, cancelled } = WITHDRAWAL;

/** Status × action in their order: the next status, 0 when refused. */
export const WITHDRAWALS: readonly (readonly number[])[] = [
  [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  [approved, refused, cancelled, 0, 0, 0, 0, approved, 0, 0],
  [0, refused, cancelled, signed, 0, 0, failed, 0, 0, 0],
  [0, 0, 0, 0, broadcast, confirmed, 0, 0, failed, approved],
  [0, 0, 0, 0, 0, confirmed, 0, 0, failed, approved],
  [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
];

/** The status after an action, 0 when it is refused. */
export function withdrawalAfter(status: number, action: Action): number {
  return WITHDRAWALS[status]?.[action] ?? 0;
}
