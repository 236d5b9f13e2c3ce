// A position on the phone: large PnL, its three parts, the bar from liquidation to mark, and the actions.

import { Trans } from '@lingui/react/macro';
import { Button } from '@vitrine/ui';
import style from '../contract.module.css';
import { Causes, figureTexts, Liquidation, PositionName, Result, Settled, type Shown } from '../figures.tsx';
import { Hint } from '../../../hint/index.ts';
import { PositionBar } from './position-bar.tsx';
import { MoreMenu, type PositionActions, Ratio, Stops } from './position-parts.tsx';
import { Rank, RankWord } from './rank.tsx';
import { MarkPrice, Quantity } from '../words.tsx';

export function PositionCard({ shown, ...actions }: { readonly shown: Shown } & PositionActions) {
  const { one } = shown;
  const { position, terms } = one;
  const texts = figureTexts(shown);
  const price = (value: string | null) => <MarkPrice value={value} terms={terms} />;
  return (
    <article className={style['card']}>
      <div className="v-row v-between">
        <PositionName position={position} />
        <span data-field="openInterest">
          <Quantity value={position.openInterest} terms={terms} />
        </span>
      </div>
      <div data-field="profit">
        <Result shown={shown} large />
      </div>
      <Causes shown={shown} />
      <PositionBar shown={shown} />
      <dl className={style['facts']}>
        <div>
          <dt>
            <Hint of="entry">
              <Trans comment="Average opening price">Entry</Trans>
            </Hint>
          </dt>
          <dd data-field="averageOpenPrice">{price(texts.averageOpenPrice)}</dd>
        </div>
        <div>
          <dt>
            <Hint of="mark">
              <Trans>Mark</Trans>
            </Hint>
          </dt>
          <dd data-field="markPrice">{price(texts.markPrice)}</dd>
        </div>
        <div>
          <dt>
            <Hint of="liquidationPrice">
              <Trans>Liquidation</Trans>
            </Hint>
          </dt>
          <dd data-field="liquidationPrice">
            <Liquidation shown={shown} />
          </dd>
        </div>
        <div>
          <dt>
            <Hint of="margin">
              <Trans>Margin</Trans>
            </Hint>
          </dt>
          <dd data-field="margin">
            <Settled value={texts.margin} terms={terms} showAsset />
          </dd>
        </div>
        <div>
          <dt>
            <Hint of="ratio">
              <Trans>Collateral ratio</Trans>
            </Hint>
          </dt>
          <dd data-field="collateralRatio">
            <Ratio shown={shown} />
          </dd>
        </div>
        <div>
          <dt>
            <Hint of="breakEven">
              <Trans comment="Share of contracts that must win">Break-even</Trans>
            </Hint>
          </dt>
          <dd data-field="breakEvenPrice">{price(texts.breakEvenPrice)}</dd>
        </div>
        <div>
          <dt>
            <Hint of={['takeProfit', 'stopLoss']}>
              <Trans comment="Column, short: triggers of take-profit and stop-loss">TP / SL</Trans>
            </Hint>
          </dt>
          <dd>
            <Stops shown={shown} />
          </dd>
        </div>
        <div>
          <dt>
            <Hint of={['deleveraging', 'insuranceFund']}>
              <RankWord />
            </Hint>
          </dt>
          <dd>
            <Rank rank={position.deleverageRank} />
          </dd>
        </div>
      </dl>
      <div className={style['cardActions']}>
        <Button
          busy={actions.closing === position.id}
          data-testid="quick-close"
          onClick={() => actions.onClose(position.id)}
        >
          <Trans comment="Closes a whole position at the market">Quick close</Trans>
        </Button>
        <Button data-testid="stops" onClick={() => actions.onGuards(shown)}>
          <Trans>Take profit and stop loss</Trans>
        </Button>
        {position.marginMode === 'fixed' ? (
          <Button data-testid="margin" onClick={() => actions.onMargin(shown)}>
            <Trans>Margin</Trans>
          </Button>
        ) : null}
        <MoreMenu shown={shown} isolated={false} actions={actions} target={<Trans>More</Trans>} />
      </div>
    </article>
  );
}
