// Public interface of threads that load before they get their orders.

export { type LoadedThread, loadThread, ordersOf } from './thread.ts';
export { type Heard, heardFrom } from './heard.ts';
