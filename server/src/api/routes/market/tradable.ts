// Whether a symbol may be traded now, by product, from the table of price states (money §11).

import { type AnswerOf, CODE } from '@vitrine/contract';
import { allows, NO, USE, type Use, whyNot, YES } from '@vitrine/core';
import { MARKET_STATE, MARKET_TYPE, PRICE_STATE } from '@vitrine/core/enum';
import type { Live } from '../../../projection/live/index.ts';
import { type Listing } from '../../../markets/index.ts';
import { stateWord } from '../../wire/index.ts';
import { onSale } from '../wallet/coin-list.ts';

type Answer = AnswerOf<'common.checkTrade'>;
type Verdict = Pick<Answer, 'canOpen' | 'canReduce' | 'code'>;

const none = (code: number): Verdict => ({ canOpen: false, canReduce: false, code });

/**
 * Whether a listing may be traded as `type`: 1 spot, 2 USDT-margined, 3 coin-margined contract, 6 second contract;
 * 2002: it is not offered.
 */
export function tradable(live: Live, listing: Listing, type: number): Answer {
  const hours = live.priceState(listing.instrument);
  // Without any tick yet a price counts as stale.
  const price = hours?.state ?? PRICE_STATE.stale;
  const may = (use: Use) => allows(price, use);
  return {
    ...verdictOf(live, listing, type, price, may),
    state: stateWord(live, listing.instrument),
    opensAt: hours && hours.opensAt > 0 ? hours.opensAt : null,
    closesAt: hours && hours.closesAt > 0 ? hours.closesAt : null,
  };
}

function verdictOf(live: Live, listing: Listing, type: number, price: number, may: (use: Use) => number): Verdict {
  if (type === MARKET_TYPE.second) {
    const second = live.secondMarketOf(listing.instrument);
    if (second === undefined) return none(CODE['market.unknown']);
    if (!onSale(second)) return none(CODE['market.suspended']);
    // A second contract cannot be reduced: it runs to its end.
    return may(USE.second) === YES ? { canOpen: true, canReduce: false, code: CODE.ok } : none(whyNot(price));
  }
  if (type === MARKET_TYPE.spot) {
    const market = listing.market > 0 ? live.market(listing.market) : undefined;
    if (market === undefined) return none(CODE['market.unknown']);
    if (market.state !== MARKET_STATE.trading) return none(CODE['market.suspended']);
    const open = may(USE.spotLimit) !== NO;
    return { canOpen: open, canReduce: open, code: open ? CODE.ok : whyNot(price) };
  }
  const contract = live.contractOf(type, listing.instrument);
  const market = contract && live.market(contract.market);
  if (contract === undefined || market === undefined) return none(CODE['market.unknown']);
  const state = Math.max(contract.state, market.state);
  if (state === MARKET_STATE.suspended) return none(CODE['market.suspended']);
  if (live.mark(contract.market) === undefined)
    return none(price === PRICE_STATE.stale ? CODE['price.stale'] : whyNot(price));
  // Closed: reducing orders may rest until it opens.
  const canReduce = may(USE.close) !== NO;
  if (state !== MARKET_STATE.trading) return { canOpen: false, canReduce, code: CODE['market.suspended'] };
  return may(USE.leverage) === YES
    ? { canOpen: true, canReduce, code: CODE.ok }
    : { canOpen: false, canReduce, code: whyNot(price) };
}
