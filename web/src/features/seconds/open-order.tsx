// A running second contract: countdown ring, current state, and its result if it settled now.

import { Trans, useLingui } from '@lingui/react/macro';
import type { Second } from '@vitrine/contract';
import { SECOND_RESULT } from '@vitrine/core/enum';
import {
  addDecimals,
  compareDecimal,
  formatCountdown,
  NumCount,
  NumExact,
  NumMoney,
  NumOdds,
  NumPrice,
  Tag,
  Time,
} from '@vitrine/ui';
import { ifSettled } from './if-settled.ts';
import { IndexPrice, PeriodWord, Settling } from './words.tsx';
import { SecondSide } from '../../order/index.ts';
import style from './seconds.module.css';

const RADIUS = 29;
const ROUND = 2 * Math.PI * RADIUS;

export interface OpenOrderProps {
  readonly row: Second;
  /** The current index, decimal. */
  readonly index: string | undefined;
  /** Decimals of the market's tick. */
  readonly decimals: number;
  /** The server's clock, ms UTC. */
  readonly now: number;
}

export function OpenOrder({ row, index, decimals, now }: OpenOrderProps) {
  const outcome = ifSettled(row, index, decimals);
  const stands = outcome?.stands;
  const ahead =
    row.openPrice !== null && index !== undefined && stands !== undefined
      ? addDecimals(index, row.openPrice.startsWith('-') ? row.openPrice.slice(1) : `-${row.openPrice}`)
      : undefined;
  const gap = ahead?.replace(/^-/, '');
  return (
    <article className={style['open']} aria-label={row.symbolName}>
      <Ring row={row} now={now} />
      <div className={style['openFacts']}>
        <p className="v-row v-wrap">
          <span className="v-strong">
            <SecondSide direction={row.direction} />
          </span>
          <NumMoney className={style['openStake']} value={row.amount} asset={row.coin} showAsset />
          {gap === undefined || compareDecimal(gap, '0') === 0 ? null : (
            <Tag tone={stands === SECOND_RESULT.won ? 'accent' : 'warn'}>
              {stands === SECOND_RESULT.won ? (
                <Trans comment="How far the index is on the contract's side">
                  in front by <NumExact value={gap} />
                </Trans>
              ) : (
                <Trans comment="How far the index is on the other side">
                  behind by <NumExact value={gap} />
                </Trans>
              )}
            </Tag>
          )}
          <span className="v-13 v-ink-3">
            <Trans comment="Number of the order and its odds">
              Order {{ order: row.id }} · odds <NumOdds value={row.odds} />
            </Trans>
          </span>
        </p>
        {row.status === 0 ? (
          <p className="v-13 v-ink-2">
            <Trans>
              Generating: it opens at the first valid tick a second or more after the order, which nobody can know yet.
            </Trans>
          </p>
        ) : (
          <dl className={style['openGrid']}>
            <div>
              <dt>
                <Trans comment="Number of the index tick that opened it">
                  Opened, tick <NumCount value={row.openTick?.seq} prefix="#" />
                </Trans>
              </dt>
              <dd>
                <IndexPrice value={row.openPrice} decimals={decimals} />
              </dd>
            </div>
            <div>
              <dt>
                <Trans>Index now</Trans>
              </dt>
              <dd
                className={
                  stands === SECOND_RESULT.won
                    ? style['win']
                    : stands === SECOND_RESULT.lost
                      ? style['loss']
                      : undefined
                }
              >
                <NumPrice value={index} decimals={decimals} />
              </dd>
            </div>
            <div>
              <dt>
                <Trans>Settles on the last tick by</Trans>
              </dt>
              <dd>
                <Time at={row.closeTime} as="clock-exact" />
              </dd>
            </div>
          </dl>
        )}
      </div>
      <div className={style['openNow']}>
        <p className="v-13 v-ink-2">
          <Trans>If it settled now</Trans>
        </p>
        <p className={style['openBack']} data-testid="if-settled">
          <NumMoney value={outcome?.back} asset={row.coin} showAsset />
        </p>
        <NumMoney value={outcome?.result} asset={row.coin} directed />
      </div>
    </article>
  );
}

/** The countdown as a ring that empties; the number is its accessible text. */
function Ring({ row, now }: { readonly row: Second; readonly now: number }) {
  const { t } = useLingui();
  const whole = row.seconds * 1_000;
  const left = row.closeTime === null ? whole : Math.min(whole, Math.max(0, row.closeTime - now));
  const text = formatCountdown(left);
  return (
    <div className={style['count']} role="timer" aria-label={t`${text} left`}>
      <svg viewBox="0 0 64 64" aria-hidden="true">
        <circle cx="32" cy="32" r={RADIUS} className={style['countTrack']} />
        <circle
          cx="32"
          cy="32"
          r={RADIUS}
          className={style['countLeft']}
          strokeDasharray={ROUND}
          strokeDashoffset={ROUND * (1 - left / whole)}
        />
      </svg>
      <span className={style['countText']}>
        <b className="v-num">{row.closeTime === null ? '–' : row.closeTime < now ? <Settling /> : text}</b>
        <span className="v-12 v-ink-2">
          <Trans comment="Under the seconds left: the whole length, e.g. of 60 s">
            of <PeriodWord seconds={row.seconds} />
          </Trans>
        </span>
      </span>
    </div>
  );
}
