// Public interface of accounts: all their parts together.

export { createPeople, type People, type PeopleOptions } from './users.ts';
export { type Asker, type LostRight, lostRight } from './lost-right.ts';
