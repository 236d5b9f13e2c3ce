// The margin level on a scale: liquidation, margin call and borrowing as marks, the wallet's level as the ring.

import { Trans, useLingui } from '@lingui/react/macro';
import type { MarginProperty } from '@vitrine/contract';
import { classes, compareDecimal, NumExact } from '@vitrine/ui';
import { Hint } from '../../hint/index.ts';
import style from './margin.module.css';

/** The scale ends here: a level above 2 is shown as the safest. For drawing only, so floats are precise enough. */
const LOWEST = 1;
const HIGHEST = 2;

function at(level: string): string {
  const part = (Number.parseFloat(level) - LOWEST) / (HIGHEST - LOWEST);
  return `${Math.min(100, Math.max(0, part * 100))}%`;
}

type Levels = Pick<MarginProperty, 'level' | 'borrowLevel' | 'callLevel' | 'liquidationLevel' | 'transferOutLevel'>;

/** The state of a level: 'safe', 'call' or 'end'. */
export function danger(levels: Levels): 'none' | 'safe' | 'call' | 'end' {
  if (levels.level === null) return 'none';
  if (compareDecimal(levels.level, levels.liquidationLevel) <= 0) return 'end';
  return compareDecimal(levels.level, levels.callLevel) <= 0 ? 'call' : 'safe';
}

export function LevelScale({ levels }: { readonly levels: Levels }) {
  const { t } = useLingui();
  const state = danger(levels);
  return (
    <div className={style['level']}>
      <div className="v-row v-between">
        <span className="v-ink-3 v-13">
          <Hint of="marginLevel">
            <Trans comment="What one has divided by what one owes">Margin level</Trans>
          </Hint>
        </span>
        <span className={classes(style['levelNow'], (state === 'call' || state === 'end') && 'v-warn')}>
          {levels.level === null ? (
            <span data-testid="nothing-owed">
              <Trans comment="Margin level when nothing is owed">nothing owed</Trans>
            </span>
          ) : (
            <NumExact value={levels.level} />
          )}
        </span>
      </div>
      <div className={style['scale']} role="img" aria-label={t`Margin level`}>
        <span className={style['bad']} style={{ width: at(levels.liquidationLevel) }} />
        <span
          className={style['warned']}
          style={{ left: at(levels.liquidationLevel), right: `calc(100% - ${at(levels.callLevel)})` }}
        />
        {levels.level === null ? null : <span className={style['own']} style={{ left: at(levels.level) }} />}
      </div>
      <dl className={style['marks']}>
        <div>
          <dt>
            <Trans>Liquidation</Trans>
          </dt>
          <dd>
            <NumExact value={levels.liquidationLevel} />
          </dd>
        </div>
        <div>
          <dt>
            <Trans comment="Level at which one is warned">Call</Trans>
          </dt>
          <dd>
            <NumExact value={levels.callLevel} />
          </dd>
        </div>
        <div>
          <dt>
            <Trans comment="Least level after borrowing">After borrowing</Trans>
          </dt>
          <dd>
            <NumExact value={levels.borrowLevel} />
          </dd>
        </div>
        <div>
          <dt>
            <Trans comment="Level from which one may transfer out">Transfer out</Trans>
          </dt>
          <dd>
            <NumExact value={levels.transferOutLevel} />
          </dd>
        </div>
      </dl>
      {state === 'call' ? (
        <p className="v-warn v-12">
          <Trans>Repay, or transfer funds in: at the liquidation level the wallet is sold to repay its debt.</Trans>
        </p>
      ) : null}
    </div>
  );
}
