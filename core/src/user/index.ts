// Exports of users: users and fee tiers, agents and merchants, operators of the desk, waiting changes.

export { Agents, allShares, MERCHANT, MERCHANT_STEPS, MOST_SHARES } from './agents.ts';
export { Alarm } from './alarm.ts';
export { CHANGE, Changes, MAX_CHANGES, NOTICE } from './changes.ts';
export { LINK_NOTICE, Links, MAX_LINKED } from './links.ts';
export { LEAST_ADMINISTRATORS, Operators } from './operators.ts';
export { type DeskName, ROLE, ROLES, rolesFor } from './roles.ts';
export { StoredWords } from './stored.ts';
export { Tiers } from './tiers.ts';
export { MAX_USERS, TURNOVER_DAYS, Users } from './users.ts';
