// The terminal: one tree for every width; the chart, book, ticket and orders are handed in.

import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Drawer, preloadOverlays, Tabs, tabId } from '@vitrine/ui';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { isStaleChunk } from '../../page/index.ts';
import { PHONE_QUERY, useMedia, WIDE_QUERY, WORKING_QUERY } from './media.ts';
import style from './terminal.module.css';

/** The overlays' code is fetched this long after the terminal stands, ms: the market comes first. */
const PRELOAD_AFTER_MS = 2_000;

/** What could not be fetched is fetched again when it is wanted; any other fault is passed on. */
function passIfOffline(error: unknown): void {
  if (!isStaleChunk(error)) throw error;
}

/** The parts of the terminal; each is drawn once, wherever it stands. */
export interface TerminalParts {
  readonly header: (onSwitch: (() => void) | undefined) => ReactNode;
  readonly markets: (onChosen: () => void) => ReactNode;
  readonly chart: ReactNode;
  readonly book: ReactNode;
  /** The choice of the book's group, at the right of its tabs. */
  readonly group: ReactNode;
  readonly trades: ReactNode;
  /** The ticket; on the phone in a sheet, begun by a side. */
  readonly ticket: (side: 'buy' | 'sell', onDone: (() => void) | undefined) => ReactNode;
  readonly holdings: ReactNode;
  readonly feeTier: ReactNode;
  readonly orders: ReactNode;
}

export interface TerminalProps {
  readonly parts: TerminalParts;
  /** Full-screen form of the exchange: it takes the whole window. */
  readonly full?: boolean;
}

export function Terminal({ parts, full = false }: TerminalProps) {
  const { t } = useLingui();
  const phone = useMedia(PHONE_QUERY);
  const wide = useMedia(WIDE_QUERY);
  // The full-screen exchange has its markets beside it from the working width on (spec §2).
  const roomy = useMedia(WORKING_QUERY);
  const beside = wide || (full && roomy);
  const [switching, setSwitching] = useState(false);
  const [side, setSide] = useState<'buy' | 'sell'>();
  useEffect(() => {
    // Questions asked when the line is cut must open then; what cannot be fetched now is tried again when wanted.
    const timer = setTimeout(() => void preloadOverlays().catch(passIfOffline), PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main className={style['page']} data-full={full || undefined}>
      {parts.header(beside ? undefined : () => setSwitching(true))}
      <div className={style['grid']}>
        {beside ? (
          <section className={style['areaMarkets']} aria-label={t`Markets`}>
            {parts.markets(() => undefined)}
          </section>
        ) : null}
        <section className={style['areaChart']} aria-label={t`Chart`}>
          {parts.chart}
        </section>
        <section className={style['areaBook']} aria-label={t`Order book`}>
          <BookPanel parts={parts} tabbed={!wide} />
        </section>
        {wide ? (
          <section className={style['areaTrades']} aria-label={t`Trades`}>
            <div className={style['panelHead']}>
              <h2 className={style['panelTitle']}>
                <Trans comment="Public trades of the market">Trades</Trans>
              </h2>
            </div>
            {parts.trades}
          </section>
        ) : null}
        {phone ? null : (
          <section className={style['areaTicket']} aria-label={t`Order ticket`}>
            {parts.ticket('buy', undefined)}
            {parts.holdings}
            {wide ? parts.feeTier : null}
          </section>
        )}
        <section className={style['areaOrders']} aria-label={t`Orders`}>
          {parts.orders}
        </section>
      </div>
      {phone ? (
        <>
          <div className={style['phoneBar']}>
            <Button tone="buy" size="large" wide onClick={() => setSide('buy')}>
              <Trans>Buy</Trans>
            </Button>
            <Button tone="sell" size="large" wide onClick={() => setSide('sell')}>
              <Trans>Sell</Trans>
            </Button>
          </div>
          <Drawer open={side !== undefined} onClose={() => setSide(undefined)} title={<Trans>Order ticket</Trans>}>
            {side === undefined ? null : parts.ticket(side, () => setSide(undefined))}
            {parts.holdings}
          </Drawer>
        </>
      ) : null}
      <Drawer open={switching && !beside} onClose={() => setSwitching(false)} title={<Trans>Markets</Trans>}>
        {switching ? parts.markets(() => setSwitching(false)) : null}
      </Drawer>
    </main>
  );
}

function BookPanel({ parts, tabbed }: { parts: TerminalParts; tabbed: boolean }) {
  const { t } = useLingui();
  const panel = useId();
  const [tab, setTab] = useState<'book' | 'trades'>('book');
  const shown = tabbed ? tab : 'book';
  return (
    <>
      <div className={style['panelHead']}>
        {tabbed ? (
          <Tabs
            label={t`Order book and trades`}
            panel={panel}
            className={style['panelTabs']}
            value={tab}
            choices={[
              { key: 'book', label: <Trans>Order book</Trans> },
              { key: 'trades', label: <Trans comment="Public trades of the market">Trades</Trans> },
            ]}
            onChange={setTab}
          />
        ) : (
          <h2 className={style['panelTitle']}>
            <Trans>Order book</Trans>
          </h2>
        )}
        {shown === 'book' ? parts.group : null}
      </div>
      <div
        className={style['panelBody']}
        id={panel}
        {...(tabbed && { role: 'tabpanel', 'aria-labelledby': tabId(panel, tab) })}
      >
        {shown === 'book' ? parts.book : parts.trades}
      </div>
    </>
  );
}
