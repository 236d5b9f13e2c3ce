// Public interface of the desk API: HTTP in front of the desk.

export { DESK_COOKIE } from './calls.ts';
export { createDeskEdge, type DeskEdgeOptions } from './server.ts';
