// Prints the figures of a position in one place, so that table, card and dialogs agree.

import { Trans } from '@lingui/react/macro';
import type { Position } from '@vitrine/contract';
import type { PositionFigures } from '@vitrine/core/formula';
import { printDecimal } from '@vitrine/core/number';
import { Directed, NumMoney, NumPercent } from '@vitrine/ui';
import style from './contract.module.css';
import type { Held } from './positions/held.ts';
import { Rank } from './positions/rank.tsx';
import { percentOfResult } from './dialogs/share.ts';
import { priceText } from './positions/summary.ts';
import type { ContractTerms } from './terms.ts';
import { MarkPrice, ModeWord, SideWord } from './words.tsx';

/** A position with all its displayed data. */
export interface Shown {
  readonly one: Held;
  readonly figures: PositionFigures;
}

/** A position's figures as decimals in the server's format. Null: none, or unknown. */
export interface FigureTexts {
  readonly value: string | null;
  readonly margin: string;
  readonly averageOpenPrice: string | null;
  readonly markPrice: string | null;
  readonly liquidationPrice: string | null;
  readonly collateralRatio: string | null;
  readonly profit: string;
  readonly priceProfit: string;
  readonly feeProfit: string;
  readonly fundingProfit: string;
  readonly unrealisedProfit: string;
  readonly maintenanceMargin: string;
  readonly breakEvenPrice: string | null;
}

const RATE_DECIMALS = 6;

/** Prints figures at the server's scales. */
export function figureTexts({ one, figures }: Shown): FigureTexts {
  const { terms, mark } = one;
  const money = (atoms: number): string => printDecimal(atoms, terms.settleScale);
  const price = (cents: number): string | null => (cents === 0 ? null : priceText(terms, cents));
  return {
    value: figures.value === undefined ? null : money(figures.value),
    margin: money(figures.margin),
    averageOpenPrice: price(figures.average),
    markPrice: price(mark),
    liquidationPrice: price(figures.liquidation),
    collateralRatio: figures.ratio === undefined ? null : printDecimal(figures.ratio, RATE_DECIMALS),
    profit: money(figures.profit),
    priceProfit: money(figures.priceProfit),
    feeProfit: money(figures.feeProfit),
    fundingProfit: money(figures.fundingProfit),
    unrealisedProfit: money(figures.unrealised),
    maintenanceMargin: money(figures.maintenance),
    breakEvenPrice: price(figures.breakEven),
  };
}

/** An amount of a contract's settle coin, all digits. */
export function Settled({
  value,
  terms,
  showAsset = false,
  directed = false,
}: {
  readonly value: string | null | undefined;
  readonly terms: Pick<ContractTerms, 'settle' | 'settleScale'>;
  readonly showAsset?: boolean;
  readonly directed?: boolean;
}) {
  return (
    <NumMoney value={value} asset={terms.settle} scale={terms.settleScale} showAsset={showAsset} directed={directed} />
  );
}

/** Side, pair, mode and leverage. */
export function PositionName({
  position,
  stacked = false,
}: {
  readonly position: Position;
  /** In the table: mode, leverage and ADL rank below the pair. */
  readonly stacked?: boolean;
}) {
  const side = position.direction === 1 ? 'long' : 'short';
  return (
    <span className={stacked ? style['named'] : 'v-row'} style={{ gap: stacked ? undefined : 6 }}>
      <Directed direction={side === 'long' ? 'up' : 'down'}>
        <span>
          <SideWord side={side} />
        </span>
      </Directed>
      <span className="v-strong v-num">{position.symbolName}</span>
      <span className={style['tagged']}>
        <span className={style['tag']}>
          <ModeWord mode={position.marginMode} /> {position.leverageRadio}×
        </span>
        {stacked ? <Rank rank={position.deleverageRank} /> : null}
      </span>
    </span>
  );
}

/** The total PnL and its percentage of the margin: beside it when large, else below. */
export function Result({ shown, large = false }: { readonly shown: Shown; readonly large?: boolean }) {
  const { profit } = figureTexts(shown);
  const percent = percentOfResult(shown.one, shown.figures);
  return (
    <span className={style[large ? 'result' : 'stack']}>
      <Settled value={profit} terms={shown.one.terms} showAsset={large} directed />{' '}
      {percent === undefined ? null : <NumPercent className="v-ink-3 v-12" value={percent} sign="always" />}
    </span>
  );
}

/** The three parts of the PnL. */
export function Causes({ shown, inline = false }: { readonly shown: Shown; readonly inline?: boolean }) {
  const { priceProfit, feeProfit, fundingProfit } = figureTexts(shown);
  const { terms } = shown.one;
  const money = (value: string) => (
    <NumMoney value={value} asset={terms.settle} scale={terms.settleScale} sign="always" />
  );
  return (
    <dl className={inline ? style['inline'] : style['facts']}>
      <div>
        <dt>
          <Trans comment="Part of a result: by the price">Price</Trans>
        </dt>
        <dd data-field="priceProfit">{money(priceProfit)}</dd>
      </div>
      <div>
        <dt>
          <Trans comment="Part of a result: trading fees">Fees</Trans>
        </dt>
        <dd data-field="feeProfit">{money(feeProfit)}</dd>
      </div>
      <div>
        <dt>
          <Trans comment="Part of a result: funding paid or received">Funding</Trans>
        </dt>
        <dd data-field="fundingProfit">{money(fundingProfit)}</dd>
      </div>
    </dl>
  );
}

/** The liquidation price; none: a dash. */
export function Liquidation({ shown }: { readonly shown: Shown }) {
  return (
    <span className="v-warn">
      <MarkPrice value={figureTexts(shown).liquidationPrice} terms={shown.one.terms} />
    </span>
  );
}
