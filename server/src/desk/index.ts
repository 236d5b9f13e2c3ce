// Public interface of the staff desk: staff, two-person approval, queues, audit; without HTTP.

export { createDesk, type Desk } from './desk.ts';
export { LINK_ATTEMPTS, LINK_LIFE } from './proposals/links.ts';
export type { DeskOptions } from './parts.ts';
export { AUTOMATIC, AUTOMATIC_NAME } from './staff/staff-list.ts';
export { PROPOSAL_LIFE } from './proposals/proposal-row.ts';
export { PROPOSALS_MOST } from './proposals/proposals.ts';
export { mismatch, refuseWhy } from './refusal.ts';
export { DESK_IDLE, DESK_LIFE, type DeskDevice, type DeskSession } from './staff/sessions.ts';
export type { DeskDatabase, DeskTables } from './tables.ts';
