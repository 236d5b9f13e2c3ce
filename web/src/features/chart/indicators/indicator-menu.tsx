// Chooses indicators and their periods, for all markets or for this one.

import { Trans, useLingui } from '@lingui/react/macro';
import { IconChartLine } from '@tabler/icons-react';
import { CheckField, Popover } from '@vitrine/ui';
import { type ReactNode, useState } from 'react';
import style from '../chart.module.css';
import {
  type IndicatorKind,
  INDICATORS,
  MAX_PERIOD,
  MAX_PERIODS,
  MAX_SHOWN,
  printPeriods,
  readPeriods,
  type ShownIndicator,
  toggleIndicator,
} from './indicator.ts';

interface IndicatorMenuProps {
  readonly shown: readonly ShownIndicator[];
  readonly onChange: (shown: readonly ShownIndicator[]) => void;
  /** Whether the choice applies to this market only. */
  readonly own: boolean;
  readonly onOwn: (own: boolean) => void;
  readonly market: string;
  readonly disabled: boolean;
}

export function IndicatorMenu({ shown, onChange, own, onOwn, market, disabled }: IndicatorMenuProps) {
  const { t } = useLingui();
  const target = (
    <button type="button" className={style['choice']} disabled={disabled}>
      <IconChartLine size={14} stroke={1.75} aria-hidden="true" />{' '}
      <Trans comment="Technical indicators of a chart">Indicators</Trans>
    </button>
  );
  if (disabled) return target;
  const full = shown.length >= MAX_SHOWN;
  const rows = (over: boolean): ReactNode =>
    INDICATORS.filter((kind) => kind.over === over).map((kind) => {
      const on = shown.find(({ name }) => name === kind.name);
      return (
        <div key={kind.name} className={style['indicator']}>
          <CheckField
            checked={on !== undefined}
            disabled={full && on === undefined}
            onChange={() => onChange(toggleIndicator(shown, kind.name))}
          >
            {kind.name}
          </CheckField>
          {on && (kind.free || kind.periods.length > 0) ? (
            <Periods
              kind={kind}
              value={on.periods}
              onChange={(periods) =>
                onChange(shown.map((one) => (one.name === kind.name ? { name: one.name, periods } : one)))
              }
            />
          ) : null}
        </div>
      );
    });
  return (
    <Popover label={t`Indicators`} position="bottom-start" width={320} target={target}>
      <div className={style['indicators']}>
        <h3>
          <Trans comment="Group of chart indicators">Over the candles</Trans>
        </h3>
        {rows(true)}
        <h3>
          <Trans comment="Group of chart indicators">In panes of their own</Trans>
        </h3>
        {rows(false)}
        {full ? (
          <p>
            <Trans>You can show up to {MAX_SHOWN} indicators. Turn one off first.</Trans>
          </p>
        ) : null}
        <div className={style['keeping']}>
          <CheckField checked={own} onChange={onOwn}>
            <Trans comment="Whether chart settings are kept for one market or all">Use these for {market} only</Trans>
          </CheckField>
        </div>
      </div>
    </Popover>
  );
}

/** The typed periods of one indicator; invalid ones show an error and change nothing. */
function Periods({
  kind,
  value,
  onChange,
}: {
  readonly kind: IndicatorKind;
  readonly value: readonly number[];
  readonly onChange: (periods: readonly number[]) => void;
}) {
  const { t } = useLingui();
  const [typed, setTyped] = useState<string>();
  const bad = typed !== undefined && readPeriods(kind, typed) === undefined;
  const count = kind.periods.length;
  const indicator = kind.name;
  return (
    <>
      <input
        className={style['periods']}
        aria-label={t({
          message: `Periods of ${indicator}`,
          comment: 'Lengths an indicator is computed over',
        })}
        aria-invalid={bad || undefined}
        inputMode="text"
        autoComplete="off"
        maxLength={40}
        value={typed ?? printPeriods(value)}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          const read = readPeriods(kind, event.currentTarget.value);
          if (read) onChange(read);
        }}
        onBlur={() => {
          if (!bad) setTyped(undefined);
        }}
      />
      {bad ? (
        <p className={style['periodsWrong']} role="alert">
          {kind.free ? (
            <Trans>
              Up to {MAX_PERIODS} whole numbers from 1 to {MAX_PERIOD}
            </Trans>
          ) : (
            <Trans comment="How many whole numbers an indicator takes">
              Whole numbers from 1 to {MAX_PERIOD}, as many as {count}
            </Trans>
          )}
        </p>
      ) : null}
    </>
  );
}
