// The liquidation simulator: sliders for price, time and added margin, and the outcome by the core's own formulas as
// text.

import { Trans, useLingui } from '@lingui/react/macro';
import { MILLION, printDecimal, quotient } from '@vitrine/core/number';
import {
  Drawer,
  formatPercent,
  formatPrice,
  NumCount,
  NumMoney,
  NumPercent,
  NumRate,
  useFormat,
  ValueChange,
} from '@vitrine/ui';
import { type ReactNode, useId, useState } from 'react';
import { usePrice } from '../../../live/index.ts';
import style from '../contract.module.css';
import type { Held } from '../positions/held.ts';
import { Hint } from '../../../hint/index.ts';
import { initialHolding, MOST_HOURS, type Outcome, priceRange, simulate } from './simulate.ts';
import { priceText } from '../positions/summary.ts';
import { type ContractTerms, whole } from '../terms.ts';
import { MarkPrice } from '../words.tsx';

/** Steps of a slider. */
const STEPS = 1_000;
const RATE_DECIMALS = 9;
const PERCENT_DECIMALS = 4;

export interface SimulatorProps {
  readonly one: Held | undefined;
  /** The available wallet balance; undefined while unknown. */
  readonly available: number | undefined;
  readonly onClose: () => void;
}

export function SimulatorDrawer({ one, available, onClose }: SimulatorProps) {
  return (
    <Drawer open={one !== undefined} onClose={onClose} title={<Trans>What if? Liquidation simulator</Trans>}>
      {one && one.risk > 0 ? <Simulator key={one.position.id} one={one} available={available ?? 0} /> : null}
    </Drawer>
  );
}

function Simulator({ one, available }: { readonly one: Held; readonly available: number }) {
  const { t } = useLingui();
  const { tag } = useFormat();
  const { terms, words, position } = one;
  // The scenario starts at the price when it was opened: a refresh in the background changes nothing.
  const [start] = useState(one.risk);
  const [cents, setCents] = useState(start);
  const [hours, setHours] = useState(0);
  const [part, setPart] = useState(0);
  const latest = usePrice(position.symbolName, terms.kind)?.fundingRate;
  const rate = rateOf(latest);
  const added = Math.max(0, quotient(Math.max(0, available) * part, STEPS));
  const holding = initialHolding(one);
  const now = simulate(terms, words.side, holding, { cents: start, hours: 0, rate: 0, added: 0 });
  const then = simulate(terms, words.side, holding, { cents, hours, rate, added });
  const { least, most } = priceRange(start);
  const money = (atoms: number) => (
    <NumMoney value={printDecimal(atoms, terms.settleScale)} asset={terms.settle} scale={terms.settleScale} />
  );
  const percent = (millionths: number) => <NumPercent value={printDecimal(millionths, PERCENT_DECIMALS)} />;
  const price = (at: number) => <MarkPrice value={at === 0 ? undefined : priceText(terms, at)} terms={terms} />;
  const away = ({ distance }: Outcome) => (distance === undefined ? '–' : percent(distance));
  const moved = printDecimal(quotient((cents - start) * MILLION, start), PERCENT_DECIMALS);
  return (
    <div className={style['form']}>
      <div className={style['sliders']}>
        <Slide
          label={<Trans>Price</Trans>}
          shown={
            <>
              {price(cents)} (<NumPercent value={moved} sign="always" />)
            </>
          }
          said={`${formatPrice(priceText(terms, cents), terms.tickDecimals, { tag })}, ${formatPercent(moved, { tag, sign: 'always' })}`}
          value={quotient((cents - least) * STEPS, Math.max(1, most - least))}
          most={STEPS}
          onChange={(step) =>
            setCents(
              step === quotient((start - least) * STEPS, Math.max(1, most - least))
                ? start
                : least + quotient((most - least) * step, STEPS),
            )
          }
        />
        <Slide
          label={<Trans>Hours of funding</Trans>}
          shown={
            <>
              <NumCount value={hours} /> h · <NumRate value={latest?.replace('-', '') ?? undefined} decimals={4} />
            </>
          }
          said={t`${hours} hours`}
          value={hours}
          most={MOST_HOURS}
          onChange={setHours}
        />
        <Slide
          label={<Trans>Margin added</Trans>}
          shown={money(added)}
          said={`${printDecimal(added, terms.settleScale)} ${terms.settle}`}
          value={part}
          most={STEPS}
          onChange={setPart}
        />
      </div>
      <ValueChange
        small
        title={<Trans>In this scenario</Trans>}
        rows={[
          {
            key: 'unrealised',
            label: (
              <Hint of="unrealised">
                {t({ message: 'Unrealised PnL', comment: 'Profit or loss of open positions' })}
              </Hint>
            ),
            now: money(now.unrealised),
            after: money(then.unrealised),
          },
          { key: 'margin', label: t`Margin`, now: money(now.margin), after: money(then.margin) },
          {
            key: 'equity',
            label: <Hint of="equity">{t({ message: 'Equity', comment: 'Margin plus unrealised PnL' })}</Hint>,
            now: money(now.equity),
            after: money(then.equity),
          },
          {
            key: 'maintenance',
            label: <Hint of="maintenance">{t`Maintenance`}</Hint>,
            now: money(now.maintenance),
            after: money(then.maintenance),
          },
          {
            key: 'ratio',
            label: <Hint of="ratio">{t`Collateral ratio`}</Hint>,
            now: percent(now.ratio),
            after: percent(then.ratio),
          },
          {
            key: 'liquidation',
            label: <Hint of="liquidationPrice">{t`Liquidation`}</Hint>,
            now: price(now.liquidation),
            after: price(then.liquidation),
          },
          {
            key: 'distance',
            label: t({
              message: 'Distance to liquidation',
              comment: 'How far the price is from the liquidation price',
            }),
            now: away(now),
            after: away(then),
          },
          { key: 'left', label: t`Left after closing`, now: money(now.left), after: money(then.left) },
        ]}
      />
      <p className={style['state']} data-tone={then.liquidated ? 'bad' : undefined} role="status">
        <SceneWords outcome={then} terms={terms} price={price(then.liquidation)} />
      </p>
      {position.marginMode === 'all' ? (
        <p className="v-12 v-ink-2">
          <Trans>
            This position is cross: the rest of the wallet covers it too. The simulator counts only the position’s own
            margin, so it warns early.
          </Trans>
        </p>
      ) : null}
    </div>
  );
}

/** The funding rate in 10⁻⁹ per 8 h; 0 without one. */
function rateOf(latest: string | undefined): number {
  if (latest === undefined) return 0;
  const size = whole(latest.replace('-', ''), RATE_DECIMALS) ?? 0;
  return latest.startsWith('-') ? 0 - size : size;
}

function SceneWords({
  outcome,
  terms,
  price,
}: {
  readonly outcome: Outcome;
  readonly terms: ContractTerms;
  readonly price: ReactNode;
}) {
  const left = (
    <NumMoney
      value={printDecimal(outcome.left, terms.settleScale)}
      asset={terms.settle}
      scale={terms.settleScale}
      showAsset
    />
  );
  if (outcome.liquidated)
    return (
      <Trans>
        It would be liquidated: the equity is not above the maintenance margin. At this price {left} would be left at
        most.
      </Trans>
    );
  if (outcome.liquidation === 0)
    return <Trans>The position is open, and no price would liquidate it. Closing would leave {left}.</Trans>;
  return (
    <Trans>
      The position is open; it would be liquidated at {price}. Closing would leave {left}.
    </Trans>
  );
}

interface SlideProps {
  readonly label: ReactNode;
  readonly shown: ReactNode;
  /** The value as text for screen readers. */
  readonly said: string;
  readonly value: number;
  readonly most: number;
  readonly onChange: (value: number) => void;
}

function Slide({ label, shown, said, value, most, onChange }: SlideProps) {
  const id = useId();
  return (
    <div className={style['slide']}>
      <label htmlFor={id}>
        <span>{label}</span>
        <span className="v-num v-strong">{shown}</span>
      </label>
      <input
        id={id}
        type="range"
        className={style['range']}
        min={0}
        max={most}
        step={1}
        value={value}
        aria-valuetext={said}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
    </div>
  );
}
