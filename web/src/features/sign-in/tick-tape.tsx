// A list of the newest BTC/USDT index ticks with number, time, sources and median.
import { useCallback } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Trans } from '@lingui/react/macro';
import { Case, Empty, NumCount, NumPrice, Pane, SkeletonRows, SourcePips, Time } from '@vitrine/ui';
import { queryOf } from '../../api/index.ts';
import { useSelected, useTicks, type IndexTick, type TickStore } from '../../live/index.ts';
import style from './sign-in.module.css';

const symbol = 'BTC_USDT';
/** Lines of the list. */
const lines = 8;
/** Decimals of the BTC/USDT tick. */
const decimals = 1;

const same = (a: readonly IndexTick[], b: readonly IndexTick[]): boolean =>
  a.length === b.length && a.at(0)?.seq === b.at(0)?.seq;

export function TickTape() {
  const store = useTicks(symbol);
  const live = useSelected<TickStore, readonly IndexTick[]>(
    store,
    useCallback((ticks) => ticks.ticks.slice(-lines).toReversed(), []),
    [],
    250,
    same,
  );
  const first = useQuery(queryOf('common.ticks', { symbol, size: lines }, 'lazy'));
  const asked = first.data?.toSorted((a, b) => b.seq - a.seq).slice(0, lines) ?? [];
  const known = new Set(live.map((tick) => tick.seq));
  const ticks = [
    ...live,
    ...asked.filter((tick) => !known.has(tick.seq) && tick.seq < (live.at(-1)?.seq ?? Number.POSITIVE_INFINITY)),
  ].slice(0, lines);
  return (
    <Case>
      <Pane>
        <table className={style['tape']}>
          <thead>
            <tr>
              <th scope="col">
                <Trans comment="Column head: number of an index tick">Tick</Trans>
              </th>
              <th scope="col">
                <Trans>Time</Trans>
              </th>
              <th scope="col">
                <Trans comment="Column head: sources of a price">Sources</Trans>
              </th>
              <th scope="col">
                <Trans comment="Column head: the median of the sources">Median</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {ticks.map((tick) => (
              <tr key={tick.seq}>
                <td>
                  <NumCount value={tick.seq} prefix="#" />
                </td>
                <td className="v-ink-3">
                  <Time at={tick.time} as="clock-exact" />
                </td>
                <td>
                  {tick.used === undefined || tick.total === undefined ? (
                    '–'
                  ) : (
                    <span className={style['sources']}>
                      <SourcePips used={tick.used} total={tick.total} />
                      <Trans comment="Sources used of all sources of a price">
                        {{ place: tick.used }} of {{ total: tick.total }}
                      </Trans>
                    </span>
                  )}
                </td>
                <td>
                  <NumPrice value={tick.price} decimals={decimals} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {ticks.length > 0 ? null : first.isPending ? (
          <SkeletonRows rows={lines} />
        ) : (
          <Empty title={<Trans>No tick yet</Trans>} />
        )}
      </Pane>
    </Case>
  );
}
