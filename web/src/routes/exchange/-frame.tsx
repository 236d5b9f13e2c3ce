// A market put together: as panes, or in words for whoever asked for that.
import { latePart, showMissing, SkeletonRows } from '@vitrine/ui';
import { type ReactNode, useState } from 'react';
import type { AnnouncedMarket } from '../../features/screen-reader/index.ts';
import { Terminal, type TerminalParts, type TerminalProps } from '../../features/terminal/index.ts';
import type { BookStore, LivePrice } from '../../live/index.ts';
import { usePreferences } from '../../preference/index.ts';
import { AnnouncedLink } from './-spoken-link.tsx';

// Most visitors never read the terminal in words.
const AnnouncedTerminal = latePart(
  async () => (await import('../../features/screen-reader/index.ts')).AnnouncedTerminal,
);

export interface MarketFrameProps {
  readonly of: TerminalProps['of'];
  readonly market: AnnouncedMarket;
  readonly price: LivePrice | undefined;
  readonly book: BookStore;
  readonly stale: boolean;
  /** The time of the price, ms UTC. */
  readonly priceAt: number | undefined;
  readonly parts: TerminalParts;
  /** Of the simpler trade page. */
  readonly ways?: ReactNode;
}

export function MarketFrame({ of, market, price, book, stale, priceAt, parts, ways }: MarketFrameProps) {
  const { spoken } = usePreferences();
  // The panes stand in for words that did not come, and stay: what is typed in them must not go when the line is back.
  const [isMissing, setMissing] = useState(false);
  if (!spoken || isMissing)
    return (
      <>
        <AnnouncedLink onPress={() => setMissing(false)} />
        <Terminal of={of} stale={stale} priceAt={priceAt} parts={parts} ways={ways} />
      </>
    );
  return (
    <AnnouncedTerminal
      of={{
        market,
        price,
        book,
        markets: parts.markets(() => undefined),
        ticket: parts.ticket('buy', undefined),
        lists: parts.orders,
      }}
      missing={<SkeletonRows rows={8} />}
      onMissing={() => {
        setMissing(true);
        showMissing();
      }}
    />
  );
}
