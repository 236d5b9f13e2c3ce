// The face of trading over the counter: offers of merchants, deals, bonds.

export { Bonds } from './bond.ts';
export { Deals } from './deal.ts';
export { feesOf, MAX_OFFER_DEALS, MAX_OPEN_OFFERS, Offers } from './offer.ts';
export { OtcRoom } from './room.ts';
export { ACT, DEAL, dealAfter, DEALS, NEVER } from './states.ts';
