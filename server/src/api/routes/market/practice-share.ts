// How much of the markets' figures is of practice traders.

import { MARKET_TYPE } from '@vitrine/core/enum';
import type { HandlersOf } from '../../call/index.ts';
import { listingAt } from '../../../markets/index.ts';
import { decimalText } from '../../wire/index.ts';
import type { RouteParts } from '../parts.ts';

const KINDS = { [MARKET_TYPE.spot]: '1', [MARKET_TYPE.linear]: '2', [MARKET_TYPE.inverse]: '3' } as const;

export function practiceShares({ live, practice }: RouteParts): HandlersOf<'open.getPracticeShare'> {
  return {
    'open.getPracticeShare'(_, { now }) {
      if (practice === undefined) return { traders: 0, markets: [] };
      return {
        traders: practice.traders(),
        markets: live.markets().flatMap(({ market, type, instrument, lotDecimals, quote }) => {
          const kind = KINDS[type as keyof typeof KINDS];
          const listing = listingAt(instrument);
          const asset = live.asset(quote);
          if (listing === undefined || asset === undefined) return [];
          const { lots, value } = practice.volume(market, now);
          return [
            {
              symbol: listing.symbol,
              kind,
              volume24: decimalText(lots, lotDecimals),
              turnover24: decimalText(value, asset.scale),
              openInterest: kind === '1' ? null : decimalText(practice.openInterest(market), lotDecimals),
            },
          ];
        }),
      };
    },
  };
}
