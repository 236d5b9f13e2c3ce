// Face of people: all of it, put together.

export { createPeople, type People, type PeopleOptions } from './users.ts';
