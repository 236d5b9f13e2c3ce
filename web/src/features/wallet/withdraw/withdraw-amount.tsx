// Step two: the amount, with the maximum after the fee; what arrives, what leaves the wallet, and the rest of the daily
// limit.
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, NumberField, NumMoney, ValueChange, WhyLine } from '@vitrine/ui';
import { stepDecimals } from '../deposit/deposit-form.ts';
import { useNetworkName } from '../funds-words.tsx';
import type { WithdrawStepProps } from './withdraw-facts.ts';
import { mostWithdrawn, type WithdrawProblem } from './withdraw-form.ts';
import { TurnEstimate } from './withdraw-turn.tsx';
import { ProblemWords } from './withdraw-words.tsx';
import style from '../funds.module.css';

const PARTS = [25, 50, 75, 100] as const;
/** Problems that are also shown at the field. */
const AT_FIELD: ReadonlySet<WithdrawProblem['kind']> = new Set(['least', 'step', 'short', 'day']);

export function WithdrawAmount({ form, act, facts, problem, summary }: WithdrawStepProps) {
  const { t } = useLingui();
  const nameOf = useNetworkName();
  const { network, available, limits } = facts;
  const coin = facts.currency?.coin ?? '';
  const words = problem && <ProblemWords problem={problem} coin={coin} network={nameOf(network?.network ?? '')} />;
  return (
    <form
      className={`${style['block']} ${style['form']}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === undefined) act({ go: 'check' });
      }}
    >
      <NumberField
        label={<Trans>Amount that arrives</Trans>}
        name="amount"
        aside={
          <Trans comment="Right of the amount: what is available">
            Available <NumMoney value={available} asset={coin} showAsset />
          </Trans>
        }
        value={form.amount}
        onChange={(text) => act({ set: 'amount', text })}
        decimals={network ? stepDecimals(network.step) : 0}
        unit={coin}
        hint={
          <Trans>
            at least <NumMoney value={network?.withdrawMin} asset={coin} showAsset />
          </Trans>
        }
        error={problem && AT_FIELD.has(problem.kind) ? words : undefined}
        quick={
          <span className="v-row" role="group" aria-label={t`% of available balance`}>
            {PARTS.map((percent) => {
              const text = network ? mostWithdrawn(network, available, percent) : '';
              return (
                <button
                  key={percent}
                  type="button"
                  className="v-link"
                  disabled={text === ''}
                  onClick={() => act({ set: 'amount', text })}
                >
                  {percent === 100 ? <Trans comment="All that can be withdrawn">Max</Trans> : `${percent}%`}
                </button>
              );
            })}
          </span>
        }
      />
      <ValueChange
        title={<Trans comment="Head: figures after the withdrawal">If you withdraw it</Trans>}
        rows={[
          {
            key: 'available',
            label: <Trans comment="coin, e.g. USDT available">{coin} available</Trans>,
            now: <NumMoney value={available} asset={coin} />,
            after: <NumMoney value={summary?.availableAfter} asset={coin} />,
          },
          {
            key: 'left',
            label: <Trans>Left of today's limit, USDT</Trans>,
            now: <NumMoney value={limits?.left} asset="USDT" scale={0} />,
            after: <NumMoney value={summary?.leftAfter} asset="USDT" scale={0} />,
          },
          ...(summary?.turn === undefined
            ? []
            : [
                {
                  key: 'turn',
                  label: (
                    <Trans comment="How much of a coin all customers together may withdraw within an hour">
                      Hourly limit of all customers
                    </Trans>
                  ),
                  only: <TurnEstimate turn={summary.turn} />,
                },
              ]),
          {
            key: 'fee',
            label: <Trans comment="The fee is added to the amount">Fee, taken on top</Trans>,
            only: <NumMoney value={summary?.fee} asset={coin} showAsset />,
          },
          {
            key: 'total',
            label: <Trans>Leaves your Spot wallet</Trans>,
            only: <NumMoney value={summary?.total} asset={coin} showAsset />,
          },
        ]}
      />
      <div>
        <div className={style['buttons']}>
          <Button size="large" onClick={() => act({ go: 'where' })}>
            <Trans comment="Button: to the step before">Back</Trans>
          </Button>
          <Button
            tone="main"
            size="large"
            type="submit"
            disabled={problem !== undefined}
            aria-describedby="withdraw-why"
          >
            <Trans comment="Button: to the third step of a withdrawal">Next: check it</Trans>
          </Button>
        </div>
        <WhyLine id="withdraw-why" need={problem !== undefined}>
          {words ?? <Trans>Nothing is sent yet.</Trans>}
        </WhyLine>
      </div>
    </form>
  );
}
