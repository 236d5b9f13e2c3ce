// The page of second contracts: tick chart and running contracts at the left, the ticket at the right, history and
// receipt below (look: trade, seconds).

import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { IconChevronDown } from '@tabler/icons-react';
import type { Second } from '@vitrine/contract';
import { classes, Empty, ErrorBlock, NumPercent, NumPrice, SkeletonRows, SourceChip, Tabs, tabId } from '@vitrine/ui';
import { type ReactNode, useCallback, useId, useState } from 'react';
import { queryOf, useSession } from '../../api/index.ts';
import { useReceiptAsked } from '../../pending-action/index.ts';
import {
  type IndexTick,
  STALE_MS,
  type TickSource,
  type TickStore,
  useDetail,
  useLineStatus,
  useSelected,
  useTicks,
} from '../../live/index.ts';
import { type Market, sourceRows, Star, useFavourites, useNow } from '../../market/index.ts';
import type { SecondConditions } from './form.ts';
import { PaneBoundary } from '../../page/index.ts';
import { isCut } from '../../ticket/index.ts';
import { SecondHistory } from './history.tsx';
import { OpenOrder } from './open-order.tsx';
import { running } from './own.ts';
import { useIndex } from './running-cells.tsx';
import { ReceiptPanel } from './receipt.tsx';
import style from './seconds.module.css';
import { SecondTicket } from './ticket.tsx';
import { useOwnSeconds } from './use-own.ts';

/** Update interval of countdown and ages, ms. */
const PACE_MS = 200;

/** The chart's data: the contract to draw, and the duration of the one in the ticket. */
export interface ChartData {
  readonly order: Second | undefined;
  /** Seconds of the period in the ticket. */
  readonly period: number | undefined;
}

export interface SecondsPageProps {
  readonly market: Market;
  /** Links to the other trading pages. */
  readonly ways: ReactNode;
  /** Opens the list of markets. */
  readonly onSwitch: () => void;
  readonly tickChart: (data: ChartData) => ReactNode;
  readonly candles: ReactNode;
  /** A market by its name; undefined: not listed. */
  readonly marketOf: (symbolName: string) => Market | undefined;
}

export function SecondsPage({ market, ways, onSwitch, tickChart, candles, marketOf }: SecondsPageProps) {
  const { t } = useLingui();
  const panel = useId();
  const session = useSession();
  const signedIn = session.state === 'user';
  const ticks = useTicks(market.route);
  const price = useIndex(market);
  const line = useLineStatus();
  const now = useNow(PACE_MS);
  const tick = useSelected(ticks, lastTick, undefined);
  const [chart, setChart] = useState<'ticks' | 'candles'>('ticks');
  const [period, setPeriod] = useState<number>();
  const [chosen, setChosen] = useState<string>();
  useReceiptAsked(setChosen);
  const own = useOwnSeconds();
  const periods = useQuery(queryOf('period.list', { symbol: market.route }, 'constant'));
  const summary = useQuery({
    ...queryOf('secondContractOrder.selectOrderList', { current: 1, size: 1 }, 'lazy'),
    enabled: signedIn,
  });
  const net = summary.data?.net[0];
  const mine = running(own.own, market.name);
  const state = stateOf(price?.state ?? tick?.state ?? (market.state === 'closed' ? 'closed' : undefined));
  const conditions: Omit<SecondConditions, 'known'> = {
    signedIn,
    line: isCut(line) ? 'cut' : 'open',
    state,
    opensAt: price?.opensAt ?? market.opensAt,
  };
  return (
    <main className={style['page']}>
      <Header market={market} ways={ways} onSwitch={onSwitch} tick={tick} ticks={ticks} price={price} now={now} />
      <div className={style['desk']}>
        <section className={style['left']} aria-label={t`Index and running contracts`}>
          <div className={style['chartHead']}>
            <Tabs
              label={t({ message: 'Chart', comment: 'Price chart of a market' })}
              panel={panel}
              value={chart}
              choices={[
                { key: 'ticks', label: <Trans comment="Chart drawn from single index ticks">Ticks</Trans> },
                { key: 'candles', label: <Trans comment="Kind of chart">Candles</Trans> },
              ]}
              onChange={setChart}
            />
          </div>
          <div
            id={panel}
            role="tabpanel"
            aria-labelledby={tabId(panel, chart)}
            className={classes(style['chart'], (state === 'stale' || conditions.line === 'cut') && style['dim'])}
          >
            <PaneBoundary of={chart}>
              {chart === 'ticks' ? tickChart({ order: mine[0], period }) : candles}
            </PaneBoundary>
          </div>
          {own.failed ? (
            <ErrorBlock title={<Trans>Couldn’t load your running contracts</Trans>} onRetry={own.retry} />
          ) : own.loading ? (
            <SkeletonRows rows={2} />
          ) : mine.length === 0 ? (
            <div className={style['noOpen']}>
              <Empty title={<Trans>You have no open second contract on this market</Trans>}>
                <Trans>
                  It opens at the first valid tick a second or more after your order, so nobody can know the price
                  before.
                </Trans>
              </Empty>
            </div>
          ) : (
            mine.map((row) => (
              <PaneBoundary key={row.id}>
                <OpenOrder row={row} index={tick?.price ?? price?.indexPrice} decimals={market.decimals} now={now} />
              </PaneBoundary>
            ))
          )}
        </section>
        <section className={style['right']} aria-label={t`Order a second contract`}>
          {periods.isError && periods.data === undefined ? (
            <ErrorBlock title={<Trans>Couldn’t load what is on sale</Trans>} onRetry={() => void periods.refetch()} />
          ) : (
            <PaneBoundary of={market.route}>
              <SecondTicket
                key={market.route}
                symbol={market.route}
                periods={periods.data}
                conditions={conditions}
                net={net}
                onTaken={own.add}
                onPeriod={setPeriod}
              />
            </PaneBoundary>
          )}
        </section>
      </div>
      <div className={style['below']}>
        <PaneBoundary>
          <SecondHistory
            signedIn={signedIn}
            running={running(own.own)}
            net={net}
            marketOf={marketOf}
            chosen={chosen}
            onReceipt={setChosen}
          />
        </PaneBoundary>
        <aside className={style['receipt']} data-testid="receipt" aria-label={t`Receipt`}>
          <PaneBoundary of={chosen ?? ''}>
            <ReceiptPanel id={signedIn ? chosen : undefined} />
          </PaneBoundary>
        </aside>
      </div>
    </main>
  );
}

const lastTick = (store: TickStore): IndexTick | undefined => store.last;

function stateOf(word: string | undefined): SecondConditions['state'] {
  return word === 'valid' || word === 'aging' || word === 'stale' || word === 'closed' ? word : 'unknown';
}

const none: readonly TickSource[] = [];

function Header({
  market,
  ways,
  onSwitch,
  tick,
  ticks,
  price,
  now,
}: {
  readonly market: Market;
  readonly ways: ReactNode;
  readonly onSwitch: () => void;
  readonly tick: IndexTick | undefined;
  readonly ticks: TickStore;
  readonly price: ReturnType<typeof useDetail>;
  readonly now: number;
}) {
  const { t } = useLingui();
  const { name } = market;
  const favourites = useFavourites();
  const sources = useSelected(
    ticks,
    useCallback((store: TickStore) => store.sources?.list ?? none, []),
    none,
  );
  const age = tick ? Math.max(0, now - tick.time) : undefined;
  const stale = price?.state !== 'closed' && age !== undefined && age > STALE_MS;
  return (
    <header className={style['header']}>
      <div className={style['pair']}>
        {favourites.has(market.symbol) ? (
          <Star
            market={market}
            on={favourites.symbols.has(market.symbol)}
            onToggle={() => favourites.toggle(market.symbol)}
          />
        ) : null}
        <h1 className={style['name']}>
          <button
            type="button"
            className={style['switch']}
            data-testid="switch-market"
            aria-haspopup="dialog"
            aria-label={t`${name}, choose another market`}
            onClick={onSwitch}
          >
            {market.shown} <IconChevronDown className="v-i-14" stroke={1.75} aria-hidden="true" />
          </button>
        </h1>
      </div>
      <div className={style['lastBox']}>
        <NumPrice
          className={classes(style['last'], stale && style['old'])}
          value={tick?.price ?? price?.indexPrice}
          decimals={market.decimals}
        />
        <span className="v-12 v-ink-3">
          <Trans comment="Where the price shown comes from">index</Trans>
        </span>
      </div>
      <span className={classes('v-row', style['day'])}>
        <NumPercent value={price?.indexChangePercent} directed />
        <span className="v-12 v-ink-3">
          <Trans comment="Of a price change: in 24 hours">24 h</Trans>
        </span>
      </span>
      <div className={style['ways']}>{ways}</div>
      <p className={classes('v-13 v-ink-2', style['promise'])}>
        <Trans>Settled by the index alone. No trade and no person can change it.</Trans>
      </p>
      <div className={style['chip']}>
        <SourceChip
          age={age}
          seq={tick?.seq}
          used={tick?.used}
          total={tick?.total}
          sources={sources.length > 0 ? sourceRows(sources) : undefined}
          decimals={market.decimals}
          closed={price?.state === 'closed' ? { opensAt: price.opensAt ?? market.opensAt } : undefined}
        />
      </div>
    </header>
  );
}
