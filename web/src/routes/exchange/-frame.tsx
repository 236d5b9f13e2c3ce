// A market put together: as panes, or in words for whoever asked for that.
import { SkeletonRows } from '@vitrine/ui';
import { lazy, type ReactNode, Suspense } from 'react';
import type { SpokenMarket } from '../../features/spoken/index.ts';
import { Terminal, type TerminalParts, type TerminalProps } from '../../features/terminal/index.ts';
import type { BookStore, LivePrice } from '../../live/index.ts';
import { usePreferences } from '../../preference/index.ts';
import { SpokenLink } from './-spoken-link.tsx';

// Most visitors never read the terminal in words.
const SpokenTerminal = lazy(async () => ({ default: (await import('../../features/spoken/index.ts')).SpokenTerminal }));

export interface MarketFrameProps {
  readonly of: TerminalProps['of'];
  readonly market: SpokenMarket;
  readonly price: LivePrice | undefined;
  readonly book: BookStore;
  readonly stale: boolean;
  readonly parts: TerminalParts;
  /** Of the simpler trade page. */
  readonly ways?: ReactNode;
}

export function MarketFrame({ of, market, price, book, stale, parts, ways }: MarketFrameProps) {
  const { spoken } = usePreferences();
  if (!spoken)
    return (
      <>
        <SpokenLink />
        <Terminal of={of} stale={stale} parts={parts} ways={ways} />
      </>
    );
  return (
    <Suspense fallback={<SkeletonRows rows={8} />}>
      <SpokenTerminal
        market={market}
        price={price}
        book={book}
        markets={parts.markets(() => undefined)}
        ticket={parts.ticket('buy', undefined)}
        lists={parts.orders}
      />
    </Suspense>
  );
}
