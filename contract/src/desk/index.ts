// The desk's API contract: its calls, shapes, roles.

export * from './bonds.ts';
export * from './calls.ts';
export { DESK_PASSWORD_LEAST, DESK_PASSWORD_MOST, MAX_DESK_REASON, MAX_REFUSED_FIELDS } from './common.ts';
export * from './enumeration.ts';
export * from './funds.ts';
export type { ClosingRateLine, DeskAppeal, LinkGroup } from './linked.ts';
export * from './roles.ts';
export * from './shape.ts';
