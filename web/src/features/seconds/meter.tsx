// The break-even meter: the win rate needed to break even, and the user's own record. It is always visible.

import { Trans, useLingui } from '@lingui/react/macro';
import type { SecondNet } from '@vitrine/contract';
import { MILLION, printDecimal } from '@vitrine/core/number';
import { classes, NumMoney, NumOdds, NumPercent, Popover } from '@vitrine/ui';
import { Hint } from '../../hint/index.ts';
import { COIN_TOSS_STAKE } from './form.ts';
import style from './seconds.module.css';

/** Minimum settled contracts for a meaningful record. */
const RECORD_FROM = 20;
const PERCENT_DECIMALS = 4;

/** Contracts won or lost, and the win rate in millionths. */
export function recordOf(net: SecondNet | undefined): { readonly decided: number; readonly share: number } | undefined {
  if (net === undefined) return undefined;
  const decided = net.won + net.lost;
  return decided < RECORD_FROM ? undefined : { decided, share: Math.floor((net.won * MILLION) / decided) };
}

/** Millionths as percent text: 540541 is "54.0541". */
function percentText(share: number): string {
  return printDecimal(share, PERCENT_DECIMALS);
}

export interface MeterProps {
  /** Millionths; undefined while the odds are unknown. */
  readonly share: number | undefined;
  /** Decimal: the average loss of a coin toss per 100 staked. */
  readonly tossLoss: string | undefined;
  readonly odds: string | undefined;
  readonly coin: string;
  readonly net: SecondNet | undefined;
}

export function BreakEvenMeter({ share, tossLoss, odds, coin, net }: MeterProps) {
  const { t } = useLingui();
  const record = recordOf(net);
  if (share === undefined) return null;
  const at = `${percentText(share)}%`;
  return (
    <section className={style['meter']} aria-label={t`Break-even`}>
      <div className="v-row v-between">
        <h3 data-testid="break-even">
          <Hint of="breakEvenShare">
            <Trans comment="The share of contracts one must win to lose nothing, e.g. 54.05%">
              Break-even at <NumPercent value={percentText(share)} />
            </Trans>
          </Hint>
        </h3>
        <Popover
          target={
            <button type="button" className={classes('v-link v-13', style['howLink'])}>
              <Trans comment="Link: how the break-even rate comes about">How?</Trans>
            </button>
          }
          label={t`How break-even is calculated`}
        >
          <p className={style['how']}>
            <Trans>
              A win pays <NumOdds value={odds} /> of the stake, a loss costs all of it. Right in 1 ÷ (1 +{' '}
              <NumOdds value={odds} />) of the contracts, ties aside, gains and losses are even.
            </Trans>
          </p>
        </Popover>
      </div>
      <div className="v-row v-between v-12 v-ink-2">
        <span>
          <Trans comment="Left of the break-even rate on the scale">right less often: you lose</Trans>
        </span>
        <span>
          <Trans comment="Right of the break-even rate on the scale">you gain</Trans>
        </span>
      </div>
      <div className={style['scale']} aria-hidden="true">
        <span className={style['lose']} style={{ width: at }} />
        <span className={style['gain']} style={{ left: at }} />
        <span className={style['bar']} style={{ left: at }} />
        {record ? <span className={style['ring']} style={{ left: `${percentText(record.share)}%` }} /> : null}
      </div>
      <div className="v-row v-between v-12 v-ink-3">
        <NumPercent value="0" decimals={0} />
        {record ? (
          <span className="v-ink-2">
            <Trans comment="One's own record: of so many settled contracts, the share that was won">
              your {{ count: record.decided }} decided:{' '}
              <NumPercent className="v-strong" value={percentText(record.share)} />
            </Trans>
          </span>
        ) : null}
        <NumPercent value="100" decimals={0} />
      </div>
      {tossLoss === undefined ? null : (
        <p className="v-12 v-ink-2" data-testid="coin-toss">
          <Trans comment="What chance alone does: e.g. loses 7.50 on every 100 staked">
            A coin toss is right 50% of the time. At these odds that loses <NumMoney value={tossLoss} asset={coin} /> on
            every {COIN_TOSS_STAKE} staked.
          </Trans>
        </p>
      )}
      {net ? (
        <p className="v-12 v-ink-2">
          <Trans comment="The customer's own result over all settled second contracts">
            Your result to date: <NumMoney value={net.net} asset={net.coin} showAsset directed />
          </Trans>
        </p>
      ) : null}
    </section>
  );
}
