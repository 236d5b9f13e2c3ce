// Exports of markets: assets and markets as the exchange holds them, and the initial listings.

export * from './closing-defaults.ts';
export * from './defaults.ts';
export * from './earn-defaults.ts';
export * from './listings.ts';
export * from './loan-defaults.ts';
export * from './margin-defaults.ts';
export { Markets, stepsFit } from './market.ts';
export * from './otc-defaults.ts';
export * from './perpetual-defaults.ts';
export * from './second-defaults.ts';
export * from './setup.ts';
export * from './steps.ts';
export * from './wallet-defaults.ts';
