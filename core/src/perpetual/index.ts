// The face of perpetual contracts.

export { Care } from './care.ts';
export { Contracts, CROSS, ISOLATED, REDUCE_ONLY, SUSPENDED, TRADING } from './contracts.ts';
export { Perpetual } from './domain.ts';
export { MAX_POSITIONS, Positions } from './positions.ts';
export { PerpetualRoom, type Watch } from './room.ts';
