// The market data that a notice needs.

import { type Coin, MARKET_TYPE, type Order, symbolKey } from '@vitrine/contract';
import { type CoinList, decimalsOf } from '../../market/index.ts';

export interface NoticeMarket {
  /** Unit of quantities. */
  readonly base: string;
  readonly tickDecimals: number;
  readonly lotDecimals: number;
}

/** The market of an order in the coin list; undefined: no longer listed. */
export function marketIn(list: CoinList, { symbolName, contractType }: Order): NoticeMarket | undefined {
  const type = contractType === 'coin' ? MARKET_TYPE.inverse : MARKET_TYPE.linear;
  const coins: readonly Coin[] =
    contractType === null ? list.currencyList : list.contractList.filter((coin) => coin.type === type);
  const found = coins.find(({ symbol }) => symbolKey(symbol) === symbolKey(symbolName));
  return found && { base: found.coin, tickDecimals: decimalsOf(found.tick), lotDecimals: decimalsOf(found.lot ?? '1') };
}
