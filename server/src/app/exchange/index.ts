// Face of the house: the whole exchange opened and closed in one process.

export { type RunningExchange, openExchange } from './exchange.ts';
