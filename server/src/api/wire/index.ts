// Public interface of the wire format: the live projection's data in the API's format and decimal strings. Used by
// calls and feeds alike.

export { balanceOf, type Rate, rateOf, VALUE_ASSET, worthOf } from './balance.ts';
export { coinTitle } from './coin.ts';
export { decimalText, power10, ratio } from './decimal.ts';
export { deleverageRank } from './deleverage.ts';
export { earnOwnOf, financeOrderOf, financeProductOf, pledgeOrderOf, pledgeProductOf, reservesOf } from './earn.ts';
export { contractTypeOf, fillOf, orderOf } from './order.ts';
export { positionOf } from './position.ts';
export {
  candleDecimals,
  candleOf,
  contractPriceOf,
  indexText,
  klineOf,
  levelOf,
  priceOf,
  stateWord,
  tickOf,
  tradeOf,
} from './price.ts';
export { ruleVersions } from './rules.ts';
export { secondOf } from './second.ts';
export { settlementOf } from './settlement.ts';
export { crossWalletOf, figuresOf, takerRateOf, termsOf } from './order-status.ts';
export { instrumentName, pairOf, symbolOf } from './symbol.ts';
export { walletWorth } from './worth.ts';
