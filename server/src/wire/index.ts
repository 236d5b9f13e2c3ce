// Face of the wire: what the live fold holds, in the words and decimal strings of the contract. Used by calls and feeds alike.

export { balanceOf, type Rate, rateOf, VALUE_ASSET, worthOf } from './balance.ts';
export { decimalText, power10, ratio } from './decimal.ts';
export { fillOf, orderOf, pairOf } from './order.ts';
export { candleOf, indexText, klineOf, levelOf, priceOf, stateWord, tickOf, tradeOf } from './price.ts';
