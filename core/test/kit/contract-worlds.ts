// What the tests of other packages need to build a small world of contracts (`@vitrine/core/test/contracts`).

export { encodeCommand, RULE } from '../../src/index.ts';
export { COIN, COIN_TIERS, ContractWorld, HOURLY, ISOLATED, LONG, SHORT, TIERS, U } from '../perpetual/kit.ts';
export { BTC, command, HOURS, USDT } from './genesis.ts';
export { ANNA, BEN, NO_KEY, NOON } from './world.ts';
