// All answer shapes.

export * from './account.ts';
export * from './alert.ts';
export * from './bond-claim.ts';
export * from './content.ts';
export * from './contract.ts';
export * from './earn.ts';
export * from './funds.ts';
export * from './linked.ts';
export * from './margin.ts';
export * from './rules.ts';
export * from './second.ts';
export * from './market.ts';
export * from './order.ts';
export * from './settings.ts';
export * from './user.ts';
export * from './wallet.ts';
