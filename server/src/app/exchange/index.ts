// Public interface of the app: opens and closes the whole exchange in one process.

export { type RunningExchange, openExchange } from './exchange.ts';
