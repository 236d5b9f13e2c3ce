// OTC trading: offers of merchants, deals, bonds.
//
// What it is   Coins against money that moves outside; the coins are locked here until both sides agree or two
//              operators rule.
// Commands     offer.open, offer.close, deal.open, deal.paid, deal.release, deal.cancel, deal.appeal, bond.lock,
//              bond.free; by two operators deal.rule, otc.set; by two with notice bond.pay.
// Events       offer.changed, deal.changed, deal.ended, bond.changed, claim.changed, otc.changed.
// Refused      5101 offer, 5102 price or remainder changed, 5103 state, 5104 bond, 5105 no merchant, 403 not a party to
//              it.
// States       to pay, paid, released, cancelled, appealed × who acts: `states.ts`, tested cell by cell for each party.
// Money        Coin and fee are in wallet 8 (selling) or are held in the seller's spot wallet (buying) in every state;
//              they move once, in the step that ends the deal. Fee = ⌈amount × rate⌉, all to the operator.
// Timers       the time to pay, only while it is not paid; how long an ended deal can be claimed for.
// Tables       offers, deals, dealers, terms, ended deals, claims.
// Read         offer.ts → deal.ts → bond.ts → ended.ts → claim.ts.
// More         docs/products/otc.md.

export { Bonds } from './bond.ts';
export { CLAIM, CLAIM_NOTICE, Claims } from './claim.ts';
export { Deals } from './deal.ts';
export { CLAIM_TIME, MOST_OF_MERCHANT } from './ended.ts';
export { feesOf, MAX_OFFER_DEALS, MAX_OPEN_OFFERS, Offers } from './offer.ts';
export { OtcContext } from './context.ts';
export { ACT, DEAL, dealAfter, DEALS, NEVER } from './states.ts';
