// Face of "cancel my orders if I am gone": a switch that each customer arms and that acts unless it is armed again.

export { createGone, type Gone, type GoneOptions } from './gone.ts';
export type { GoneTables } from './tables.ts';
