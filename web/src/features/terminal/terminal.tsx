// The terminal: one component tree for every width and product; the caller passes chart, book, ticket and lists.

import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Drawer, isStaleChunk, preloadOverlays, Time } from '@vitrine/ui';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { type IntentProduct, useMeant } from '../../pending-action/index.ts';
import { PaneBoundary, useMedia } from '../../page/index.ts';
import { BookPane, PaneHead } from './book-pane.tsx';
import { FREE_QUERY, PHONE_QUERY, WIDE_QUERY, WORKING_QUERY } from './media.ts';
import { PaneGrid } from './pane-grid.tsx';
import { PaneMenu } from './pane-menu.tsx';
import { type LayoutName, shownPanes, type SizedPane } from './panes.ts';
import style from './terminal.module.css';
import { usePanes } from './use-panes.ts';

/** Delay of loading the overlays' code, ms: the market comes first. */
const PRELOAD_AFTER_MS = 6_000;

/** The element id of the market list, at the side or below the navigation. */
const LIST_ID = 'pane-markets';

/** Ignores failed fetches, which are repeated on use; rethrows other errors. */
function passIfOffline(error: unknown): void {
  if (!isStaleChunk(error)) throw error;
}

/** The parts of the terminal; each is rendered once, whatever the layout. */
export interface TerminalParts {
  /** `onSwitch` opens the list of markets, undefined where it is shown at the side; `tools` end the header. */
  readonly header: (onSwitch: (() => void) | undefined, tools: ReactNode) => ReactNode;
  /** The list of markets. */
  readonly markets: (onChosen: () => void) => ReactNode;
  /** Full screen: its own navigation. `wanted` shows the list, `onKey` moves from the search box into it. */
  readonly nav?: ((wanted: () => void, onKey: (event: KeyboardEvent<HTMLElement>) => void) => ReactNode) | undefined;
  /** Link to the full screen; undefined there. */
  readonly fullScreen?: ReactNode;
  readonly chart: ReactNode;
  readonly book: ReactNode;
  /** The grouping select of the book, at the right of its tabs. */
  readonly group: ReactNode;
  readonly trades: ReactNode;
  /** The ticket; on the phone in a sheet with an initial side. */
  readonly ticket: (side: 'buy' | 'sell', onDone: (() => void) | undefined) => ReactNode;
  readonly holdings: ReactNode;
  readonly feeTier: ReactNode;
  /** Positions, orders, history, assets: tabs over their panel. */
  readonly orders: ReactNode;
}

export interface TerminalProps {
  /** The ticket's identity: an action prepared elsewhere opens the phone's sheet. */
  readonly of: { readonly product: IntentProduct; readonly symbol: string };
  readonly parts: TerminalParts;
  /** The price is too old for trading: its displays are dimmed, but cancelling and reducing stay available. */
  readonly stale: boolean;
  /** The time of that price, ms UTC. */
  readonly priceAt: number | undefined;
  /** The simpler trade page: chart, ticket and lists in one column; the header has the links to other trading pages. */
  readonly ways?: ReactNode;
}

export function Terminal({ of, parts, stale, priceAt, ways }: TerminalProps) {
  const { t } = useLingui();
  const phone = useMedia(PHONE_QUERY);
  const simple = ways !== undefined;
  const free = useMedia(FREE_QUERY) && !simple;
  const layout: LayoutName = useMedia(WIDE_QUERY) ? 'wide' : 'working';
  const full = parts.nav !== undefined;
  // The full-screen exchange shows its markets at the side from the working width on (spec §2).
  const roomy = useMedia(WORKING_QUERY);
  const beside = layout === 'wide' || (full && roomy);
  const { hidden } = usePanes();
  const shown = shownPanes(layout, beside, hidden);
  const has = (pane: SizedPane): boolean =>
    simple ? pane === 'ticket' || pane === 'orders' : !free || shown.includes(pane);
  const listed = !simple && beside && has('markets');
  const [switching, setSwitching] = useState(false);
  const market = `${of.product}|${of.symbol}`;
  useEffect(() => {
    // Confirmations must also open offline; failed loads are repeated on use.
    const timer = setTimeout(() => void preloadOverlays().catch(passIfOffline), PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const onNavKey = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    const first = document.querySelector<HTMLElement>(`#${LIST_ID} [data-market]`);
    if (!first || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    if (event.key === 'Enter') first.click();
    else first.focus();
  };
  const panes = (
    <>
      {listed ? (
        <section className={style['areaMarkets']} id={LIST_ID} aria-label={t`Markets`}>
          <PaneBoundary>{parts.markets(() => undefined)}</PaneBoundary>
        </section>
      ) : null}
      <section className={style['areaChart']} id="pane-chart" aria-label={t`Chart`}>
        <PaneBoundary of={market}>{parts.chart}</PaneBoundary>
      </section>
      {has('book') ? (
        <section className={style['areaBook']} id="pane-book" aria-label={t`Order book`}>
          <BookPane parts={parts} market={market} tabbed={layout !== 'wide' || !has('trades')} />
        </section>
      ) : null}
      {!simple && layout === 'wide' && has('trades') ? (
        <section className={style['areaTrades']} id="pane-trades" aria-label={t`Trades`}>
          <PaneHead>
            <Trans comment="Public trades of the market">Trades</Trans>
          </PaneHead>
          <PaneBoundary of={market}>{parts.trades}</PaneBoundary>
        </section>
      ) : null}
      {phone || !has('ticket') ? null : (
        <section className={style['areaTicket']} id="pane-ticket" aria-label={t`Order form`}>
          <PaneBoundary of={market}>{parts.ticket('buy', undefined)}</PaneBoundary>
          <PaneBoundary of={market}>
            {parts.holdings}
            {layout === 'wide' ? parts.feeTier : null}
          </PaneBoundary>
        </section>
      )}
      {has('orders') ? (
        <section className={style['areaOrders']} id="pane-orders" aria-label={t`Orders`}>
          {stale && priceAt !== undefined ? (
            <p className={style['staleNote']} data-testid="orders-stale">
              <Trans comment="Figures that could not be read again, and the time they are of">
                Stale, as of <Time at={priceAt} as="clock" />
              </Trans>
            </p>
          ) : null}
          <PaneBoundary of={market}>{parts.orders}</PaneBoundary>
        </section>
      ) : null}
    </>
  );
  return (
    <>
      <PaneBoundary of={market}>{parts.nav?.(() => setSwitching(true), onNavKey)}</PaneBoundary>
      <main className={style['page']} data-stale={stale || undefined} data-simple={simple || undefined}>
        <PaneBoundary of={market}>
          {parts.header(
            listed || full ? undefined : () => setSwitching(true),
            <>
              {free ? <PaneMenu layout={layout} markets={beside} /> : null}
              {parts.fullScreen}
            </>,
          )}
        </PaneBoundary>
        {simple ? <div className={style['ways']}>{ways}</div> : null}
        {free ? (
          <PaneGrid layout={layout} markets={beside}>
            {panes}
          </PaneGrid>
        ) : (
          <div className={simple ? style['simple'] : style['grid']}>{panes}</div>
        )}
        {phone ? <TicketSheet of={of} parts={parts} /> : null}
        {full && !listed && switching ? (
          <NavList onClose={() => setSwitching(false)}>
            <PaneBoundary>{parts.markets(() => setSwitching(false))}</PaneBoundary>
          </NavList>
        ) : null}
        {full ? null : (
          <Drawer open={switching && !listed} onClose={() => setSwitching(false)} title={<Trans>Markets</Trans>}>
            {switching ? <PaneBoundary>{parts.markets(() => setSwitching(false))}</PaneBoundary> : null}
          </Drawer>
        )}
      </main>
    </>
  );
}

/** The phone's Buy and Sell buttons; each opens the ticket sheet with its side. */
function TicketSheet({ of, parts }: Pick<TerminalProps, 'of' | 'parts'>) {
  const [side, setSide] = useState<'buy' | 'sell'>();
  useMeant(of.product, of.symbol, setSide);
  return (
    <>
      <div className={style['phoneBar']} id="pane-open">
        <Button tone="buy" size="large" wide data-testid="open-buy" onClick={() => setSide('buy')}>
          <Trans>Buy</Trans>
        </Button>
        <Button tone="sell" size="large" wide data-testid="open-sell" onClick={() => setSide('sell')}>
          <Trans>Sell</Trans>
        </Button>
      </div>
      <Drawer open={side !== undefined} onClose={() => setSide(undefined)} title={<Trans>Order form</Trans>}>
        <PaneBoundary of={`${of.symbol}|${side}`}>
          {side === undefined ? null : parts.ticket(side, () => setSide(undefined))}
        </PaneBoundary>
        <PaneBoundary of={of.symbol}>{parts.holdings}</PaneBoundary>
      </Drawer>
    </>
  );
}

/** Full screen on narrow windows: the market list drops down from the navigation until a choice, or Escape. */
function NavList({ onClose, children }: { readonly onClose: () => void; readonly children: ReactNode }) {
  const { t } = useLingui();
  useEffect(() => {
    const leave = (event: globalThis.KeyboardEvent): void => {
      if (event.key === 'Escape') onClose();
    };
    addEventListener('keydown', leave);
    return () => removeEventListener('keydown', leave);
  }, [onClose]);
  return (
    <section className={style['navList']} id={LIST_ID} aria-label={t`Markets`}>
      {children}
      <Button tone="quiet" wide onClick={onClose}>
        <Trans>Close</Trans>
      </Button>
    </section>
  );
}
