// A market's terminal: as panes, or as text if the user prefers it.
import { latePart, showMissing, SkeletonRows } from '@vitrine/ui';
import { type ReactNode, useState } from 'react';
import type { AnnouncedMarket } from '../../features/screen-reader/index.ts';
import { Terminal, type TerminalParts, type TerminalProps } from '../../features/terminal/index.ts';
import type { BookStore } from '../../live/index.ts';
import { usePreferences } from '../../preference/index.ts';
import { AnnouncedLink } from './-spoken-link.tsx';

// Loaded on demand: most visitors never use the text terminal.
const AnnouncedTerminal = latePart(
  async () => (await import('../../features/screen-reader/index.ts')).AnnouncedTerminal,
);

export interface MarketFrameProps {
  readonly of: TerminalProps['of'];
  readonly market: AnnouncedMarket;
  readonly book: BookStore;
  readonly stale: boolean;
  /** The time of the price, ms UTC. */
  readonly priceAt: number | undefined;
  readonly parts: TerminalParts;
  /** For the simpler trade page. */
  readonly ways?: ReactNode;
}

export function MarketFrame({ of, market, book, stale, priceAt, parts, ways }: MarketFrameProps) {
  const { spoken } = usePreferences();
  // If the text terminal does not load, the panes are shown and stay: text typed in them must survive the reconnect.
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
