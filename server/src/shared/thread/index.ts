// Face of the threads that load ahead of their orders.

export { type LoadedThread, loadThread, ordersOf } from './thread.ts';
