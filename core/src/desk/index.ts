// The desk: two-person approval, listings, parameter changes, treasury money, user rights.
//
// What it is   What operators may do alone and what two must approve. No desk command sets a price or an outcome.
// Commands     by one operator market.stop, user.freeze; proposal.make, proposal.approve, proposal.refuse; by two
//              operators desk.grant, user.unfreeze, asset.list, instrument.list, market.list, market.change,
//              market.steps, parameters.set, treasury.move, correction; of identity agent.set, merchant.set.
// Events       proposal.changed, desk.changed, desk.acted, parameters.changed, moved, corrected, agent.changed, …
// Refused      403 without the role (`user/roles.ts`), 400 what does not fit, and whatever the proposed command is
//              refused.
// States       of a proposal: made, approved, refused, expired (72 h, after the notice of its kind): `waiting.ts`.
// Money        treasury.move and correction pay from fee or treasury only, at most a tenth of it at a time.
// Timers       a proposal's expiry, a stricter change after 24 h (`user/changes.ts`).
// Tables       proposals and their words; operators and waiting changes are in `user/`.
// Read         proposals.ts → runner.ts → waiting.ts · parameters.ts · markets.ts · listing.ts · treasury-money.ts ·
//              people.ts.
// More         docs/products/desk.md, docs/concepts/nobody.md.

export type { Bookless } from './bookless.ts';
export { TreasuryMoney, MOST_AT_ONCE, MOVES } from './treasury-money.ts';
export { Linking } from './linking.ts';
export { Listing, MOST_LISTED, MOST_MARKETS } from './listing.ts';
export { MarketChanges, STOPS } from './markets.ts';
export { Parameters } from './parameters.ts';
export { People } from './people.ts';
export { mayBeProposed, Proposals } from './proposals.ts';
export type { Noticed } from './noticed.ts';
export type { Runner } from './runner.ts';
export { MAX_PROPOSALS, PROPOSAL, PROPOSAL_STEPS, PROPOSAL_TIME, type Step, Waiting } from './waiting.ts';
