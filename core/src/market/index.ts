// The markets' face: what is listed at the first start and what it costs.

export * from './defaults.ts';
export * from './listings.ts';
export * from './steps.ts';
