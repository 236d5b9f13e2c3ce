// The shapes of answers, in one place.

export * from './account.ts';
export * from './market.ts';
export * from './order.ts';
export * from './settings.ts';
export * from './user.ts';
export * from './wallet.ts';
