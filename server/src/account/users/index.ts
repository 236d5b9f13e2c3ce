// Public interface of accounts: all their parts together.

export { createPeople, type People, type PeopleOptions } from './users.ts';
