// What comes back of an amount, day by day: a picture, and a table with the cost of redeeming on each day.

import { Trans, useLingui } from '@lingui/react/macro';
import { type Column, NumMoney, Table, Time } from '@vitrine/ui';
import { useState } from 'react';
import { drawnDays, fewDays, type Offer, type Plan, type PlanDay } from './offer.ts';
import style from './earn.module.css';

/** Most steps of the picture, and its size in its own units. */
const STEPS = 60;
const WIDTH = 300;
const HEIGHT = 84;

/** One step a day, as high as the yield earned by then: solid when paid by then, hatched while it only accrues. */
function Staircase({ plan, coin }: { readonly plan: Plan; readonly coin: string }) {
  const { t } = useLingui();
  const days = drawnDays(plan.days, STEPS);
  const most = Number(plan.yield);
  if (most === 0) return null;
  const step = WIDTH / days.length;
  return (
    <figure className={style['picture']}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t({ message: 'Yield by day', comment: 'Picture of what a stake earns, for screen readers' })}
      >
        <defs>
          <pattern id="earn-hatch" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="4" height="4" className={style['hatchGround']} />
            <rect width="2" height="4" className={style['hatchLine']} />
          </pattern>
        </defs>
        {days.map(({ day, earned, paid }, at) => {
          // Drawing only: what is shown as a figure stays decimal text.
          const high = (Number(earned) / most) * HEIGHT;
          return (
            <rect
              key={day}
              className={paid === earned ? style['paidStep'] : style['accruedStep']}
              x={at * step}
              y={HEIGHT - high}
              width={Math.max(step - (step > 3 ? 1 : 0), 0.5)}
              height={high}
            />
          );
        })}
      </svg>
      <figcaption className={style['axis']}>
        <Time at={plan.days[0]?.time} as="full" />
        <span>
          <NumMoney value={plan.yield} asset={coin} showAsset />
        </span>
        <Time at={plan.ends} as="full" />
      </figcaption>
    </figure>
  );
}

/** The picture and the table of a plan. */
export function YieldPlan({ offer, plan }: { readonly offer: Offer; readonly plan: Plan }) {
  const { t } = useLingui();
  const [isWhole, setWhole] = useState(false);
  const { coin } = offer;
  const rows = isWhole ? plan.days : fewDays(plan.days);
  const count = plan.days.length - 1;
  const columns: readonly Column<PlanDay>[] = [
    {
      key: 'day',
      head: <Trans comment="Column: a day of a stake">Day</Trans>,
      phone: 'keep',
      cell: ({ day }) => <span className="v-strong">{day}</span>,
    },
    {
      key: 'time',
      head: <Trans comment="Column head">Time</Trans>,
      cell: ({ time }) => <Time at={time} as="full" className="v-ink-3" />,
    },
    {
      key: 'paid',
      head: <Trans comment="Column: yield that is in the wallet by that day">Paid by then</Trans>,
      right: true,
      cell: ({ paid }) => <NumMoney value={paid} asset={coin} />,
    },
    {
      key: 'cost',
      head: <Trans comment="Column: penalty and yield given up when redeemed that day">Cost of redeeming</Trans>,
      right: true,
      phone: 'keep',
      cell: ({ cost, end }) =>
        cost === null ? (
          end === null ? (
            <Trans comment="A product cannot be redeemed that day">locked</Trans>
          ) : (
            '–'
          )
        ) : (
          <NumMoney value={cost} asset={coin} />
        ),
    },
    {
      key: 'end',
      head: <Trans comment="Column: principal and yield in all, if it ends that day">You receive in all</Trans>,
      right: true,
      phone: 'keep',
      cell: ({ end }) => (end === null ? '–' : <NumMoney value={end} asset={coin} className="v-strong" />),
    },
  ];
  return (
    <div className={style['plan']} data-testid="plan">
      <Staircase plan={plan} coin={coin} />
      <p className={style['legend']}>
        {offer.kind === 'finance' && !offer.flexible ? (
          <>
            <span className={style['key']} data-of="owed" />
            <Trans comment="Legend of the picture: yield that is promised and not yet paid">accrues, reserved</Trans>
          </>
        ) : null}
        <span className={style['key']} data-of="paid" />
        <Trans comment="Legend of the picture: yield that is paid">paid to Spot</Trans>
      </p>
      <Table
        label={t({ message: 'Yield and cost of redeeming by day', comment: 'Table of a stake, for screen readers' })}
        dense
        columns={columns}
        rows={rows}
        rowKey={({ day }) => String(day)}
        empty={null}
      />
      {count > fewDays(plan.days).length ? (
        <button type="button" className="v-link" onClick={() => setWhole(!isWhole)} data-testid="all-days">
          {isWhole ? (
            <Trans comment="Button: shows a shorter table">Show fewer days</Trans>
          ) : (
            <Trans comment="Button: shows every day of a term; count is a number">Show all {count} days</Trans>
          )}
        </button>
      ) : null}
    </div>
  );
}
