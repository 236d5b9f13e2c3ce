// The party's face: users and fee tiers.

export { Tiers } from './tiers.ts';
export { FROZEN, HOUSE, MAX_USERS, TURNOVER_DAYS, Users } from './users.ts';
