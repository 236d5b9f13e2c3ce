// The live BTC/USDT index with all its sources and its tick number.
import { useCallback, type CSSProperties } from 'react';
import { Trans } from '@lingui/react/macro';
import { MARKET_TYPE } from '@vitrine/contract';
import {
  Age,
  Case,
  NumCount,
  NumPercent,
  NumPrice,
  Pane,
  SkeletonRows,
  SourceChip,
  Tag,
  Time,
  classes,
  compareDecimal,
  freshnessOf,
  staleAfter,
} from '@vitrine/ui';
import { useDetail, useSelected, useTicks, type IndexTick, type TickSource, type TickStore } from '../../live/index.ts';
import { WhyUnused, sourceRows, useNow } from '../../market/index.ts';
import style from './home.module.css';

const symbol = 'BTC_USDT';
const symbolName = 'BTC/USDT';
/** Decimals of the BTC/USDT tick; sources have one more, to show their differences. */
const decimals = 1;

export interface CaseProps {
  /** Data from the calls, before the first live tick. */
  readonly first: { readonly tick: IndexTick; readonly sources: readonly TickSource[] } | undefined;
  readonly change: { readonly amount: string | null | undefined; readonly percent: string | null | undefined };
}

interface Exhibit {
  readonly tick: IndexTick | undefined;
  readonly sources: readonly TickSource[];
  readonly sourcesSeq: number | undefined;
}

const same = (a: Exhibit, b: Exhibit): boolean => a.tick?.seq === b.tick?.seq && a.sourcesSeq === b.sourcesSeq;
const none: Exhibit = { tick: undefined, sources: [], sourcesSeq: undefined };

/**
 * A source's position between the lowest and highest used price, in percent; for drawing only, so a float is precise
 * enough.
 */
export function placeOf(price: string, low: string, high: string): number {
  const span = Number.parseFloat(high) - Number.parseFloat(low);
  if (span <= 0) return 50;
  return 10 + (80 * (Number.parseFloat(price) - Number.parseFloat(low))) / span;
}

export function PriceCase({ first, change }: CaseProps) {
  const store = useTicks(symbol);
  const detail = useDetail(symbol, MARKET_TYPE.spot);
  const live = useSelected<TickStore, Exhibit>(
    store,
    useCallback(
      (ticks) => ({ tick: ticks.last, sources: ticks.sources?.list ?? [], sourcesSeq: ticks.sources?.seq }),
      [],
    ),
    none,
    250,
    same,
  );
  const now = useNow(200);
  const tick = live.tick ?? first?.tick;
  const sources = live.sources.length > 0 ? live.sources : (first?.sources ?? []);
  const used = sources.filter((source) => source.use === 'used');
  const age = tick && Math.max(0, now - tick.time);
  return (
    <Case>
      <Pane>
        <div className={style['caseHead']}>
          <div className="v-row v-between">
            <div className="v-row">
              <h2 className={style['caseTitle']}>{symbolName}</h2>
              <span className="v-13 v-ink-3 v-no-phone">
                <Trans comment="Which price: not the last trade">index price</Trans>
              </span>
            </div>
            <SourceChip
              age={age}
              seq={tick?.seq}
              used={tick?.used ?? (sources.length > 0 ? used.length : undefined)}
              total={tick?.total ?? (sources.length > 0 ? sources.length : undefined)}
              sources={sources.length > 0 ? sourceRows(sources) : undefined}
              decimals={decimals}
            />
          </div>
          <div className={style['caseRow']}>
            <NumPrice
              className={classes(style['big'], freshnessOf(age) === 'stale' && style['stale'])}
              value={tick?.price}
              decimals={decimals}
            />
            <NumPrice className="v-strong" value={detail?.indexChange ?? change.amount} decimals={decimals} directed />
            <NumPercent className="v-strong" value={detail?.indexChangePercent ?? change.percent} directed />
            <span className="v-12 v-ink-3">
              <Trans comment="Of a price change: in 24 hours">24 h</Trans>
            </span>
          </div>
        </div>
        {tick && sources.length > 0 ? <SourcePlot price={tick.price} sources={sources} /> : <SkeletonRows rows={6} />}
        <div className={style['caseFoot']}>
          {tick ? (
            <Trans comment="Under the index price: number and time of the index tick">
              Tick <NumCount value={tick.seq} prefix="#" /> at <Time at={tick.time} as="clock-exact" />
            </Trans>
          ) : (
            <Trans>No tick yet</Trans>
          )}
        </div>
      </Pane>
    </Case>
  );
}

function SourcePlot({ price, sources }: { readonly price: string; readonly sources: readonly TickSource[] }) {
  const used = sources.filter((source) => source.use === 'used' && source.price !== null);
  const prices = used.map((source) => source.price ?? '').toSorted(compareDecimal);
  const low = prices[0] ?? price;
  const high = prices.at(-1) ?? price;
  const middle = placeOf(price, low, high);
  return (
    <div className={style['plot']}>
      <span className={style['medianLine']} style={{ '--at': middle / 100 } as CSSProperties} aria-hidden="true" />
      <ul>
        {sources.map((source) => {
          const median = source.use === 'used' && source.price !== null && compareDecimal(source.price, price) === 0;
          return (
            <li
              key={source.source}
              className={classes(style['source'], median && style['median'], source.use !== 'used' && style['unused'])}
            >
              <span className={style['sourceName']}>{source.source}</span>
              <span className={style['track']}>
                {source.use === 'used' && source.price !== null ? (
                  <i style={{ left: `${placeOf(source.price, low, high)}%` }} />
                ) : (
                  <span className={style['reason']}>
                    <Tag>
                      <WhyUnused use={source.use} />
                    </Tag>
                  </span>
                )}
              </span>
              <NumPrice value={source.price} decimals={decimals} className="v-right" />
              <Age
                age={source.age}
                className={classes('v-12', 'v-right', source.age > staleAfter ? 'v-warn' : 'v-ink-3')}
              />
            </li>
          );
        })}
      </ul>
      <span className={style['medianWord']} style={{ '--at': middle / 100 } as CSSProperties}>
        <Trans comment="Under the scale of sources: the median, which is the index price">
          Median <NumPrice value={price} decimals={decimals} />
        </Trans>
      </span>
    </div>
  );
}
