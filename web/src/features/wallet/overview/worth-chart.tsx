// The value of a wallet over thirty days: one line, its points readable by pointer and arrow keys, each also as text.
import { useId, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { AnswerOf } from '@vitrine/contract';
import { Empty, ErrorBlock, NumMoney, Pane, SelectField, SkeletonBar, Time, sparkPath, useFormat } from '@vitrine/ui';
import { usePresent } from '../present.ts';
import { useWalletName } from '../words.tsx';
import { worthMoment } from './worth-moment.ts';
import style from './worth-chart.module.css';

type Point = AnswerOf<'assets.getMyBalance'>['series'][number];

const WIDTH = 1_000;
const HEIGHT = 160;
/** A line needs two points. */
const LEAST_POINTS = 2;
const WALLETS = ['0', '1', '2', '3', '4', '5', '6', '7'] as const;

export function WorthChart() {
  const { t } = useLingui();
  const nameOf = useWalletName();
  const [type, setType] = useState<(typeof WALLETS)[number]>('0');
  const balance = usePresent('assets.getMyBalance', { type });
  return (
    <Pane
      className={style['pane']}
      title={<Trans>Value over 30 days</Trans>}
      aside={
        <div className={style['pick']}>
          <SelectField
            label={<span className="v-hidden">{t`Wallet`}</span>}
            value={type}
            options={WALLETS.map((key) => ({ key, label: key === '0' ? t`All wallets` : nameOf(key) }))}
            onChange={setType}
          />
        </div>
      }
      padded
    >
      {balance.data ? (
        balance.data.series.length < LEAST_POINTS ? (
          <Empty title={<Trans>No history yet</Trans>}>
            <Trans>The line begins with the second day.</Trans>
          </Empty>
        ) : (
          <Line points={balance.data.series} />
        )
      ) : balance.isError ? (
        <ErrorBlock title={<Trans>Couldn’t load the history</Trans>} onRetry={() => void balance.refetch()} />
      ) : (
        <SkeletonBar width="100%" height={HEIGHT} />
      )}
    </Pane>
  );
}

function Line({ points }: { readonly points: readonly Point[] }) {
  const { t } = useLingui();
  const { now } = useFormat();
  const label = useId();
  const [at, setAt] = useState(points.length - 1);
  const chosen = points[Math.min(at, points.length - 1)];
  const path = sparkPath(
    points.map(({ usdt }) => usdt),
    WIDTH,
    HEIGHT,
  );
  const follow = (event: PointerEvent<HTMLDivElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const part = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    setAt(Math.round(part * (points.length - 1)));
  };
  const step = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (by === 0) return;
    event.preventDefault();
    setAt((before) => Math.min(points.length - 1, Math.max(0, before + by)));
  };
  return (
    <>
      <div id={label} className="v-13 v-ink-2" aria-live="polite">
        <Time at={chosen && worthMoment(chosen.time, now())} as="full" />{' '}
        <NumMoney className="v-strong" value={chosen?.usdt} asset="USDT" scale={2} showAsset />
      </div>
      <div
        className={style['line']}
        role="slider"
        tabIndex={0}
        aria-label={t({ message: 'Day', comment: 'Slider: the day of the chart that is read' })}
        aria-valuemin={0}
        aria-valuemax={points.length - 1}
        aria-valuenow={at}
        aria-valuetext={chosen?.usdt}
        aria-describedby={label}
        onPointerMove={follow}
        onPointerDown={follow}
        onKeyDown={step}
      >
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <path className={style['area']} d={`${path}L${WIDTH - 1} ${HEIGHT}L1 ${HEIGHT}Z`} />
          <path className={style['stroke']} d={path} vectorEffect="non-scaling-stroke" />
        </svg>
        <i className={style['mark']} style={{ insetInlineStart: `${(at / (points.length - 1)) * 100}%` }} />
      </div>
    </>
  );
}
