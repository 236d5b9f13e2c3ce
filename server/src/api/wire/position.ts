// Positions in the API's format. Their figures come from the core's formula, which the page uses too.

import { MARGIN_MODE, type Decimal, type Position as WirePosition } from '@vitrine/contract';
import { TPSL } from '@vitrine/core/enum';
import type { Position } from '../../projection/handlers/index.ts';
import type { Live } from '../../projection/live/index.ts';
import { decimalText } from './decimal.ts';
import { deleverageRank } from './deleverage.ts';
import { contractTypeOf } from './order.ts';
import { figuresOf } from './order-status.ts';
import { instrumentName } from './symbol.ts';

/** Decimals of a mark and an average below the market's tick. */
const CENTS = 2;
/** Decimals of a ratio. */
const RATIO_DECIMALS = 6;

/** A position in the API's format, open or closed; undefined if its market is unknown. */
export function positionOf(live: Live, position: Position): WirePosition | undefined {
  const contract = live.contract(position.market);
  const settle = contract && live.asset(contract.settle);
  const contractType = contract && contractTypeOf(contract.type);
  if (!contract || !settle || !contractType) return undefined;
  const open = position.lots > 0;
  const figures = figuresOf(live, position.user, contract, position);
  const mark = live.mark(contract.market);
  const money = (atoms: number): Decimal => decimalText(atoms, settle.scale);
  const lots = (count: number): Decimal => decimalText(count, contract.lotDecimals);
  const cents = (price: number): Decimal | null =>
    open && price > 0 ? decimalText(price, contract.tickDecimals + CENTS) : null;
  const guards = open ? live.guards(position.position) : [];
  const guard = (kind: number): Decimal | null => {
    const trigger = guards.find((one) => one.guard === kind)?.trigger ?? 0;
    return trigger > 0 ? decimalText(trigger, contract.tickDecimals) : null;
  };
  return {
    id: String(position.position),
    symbolName: instrumentName(live, contract.instrument),
    contractType,
    direction: position.side,
    marginMode: MARGIN_MODE[position.marginMode - 1] ?? 'fixed',
    leverageRadio: position.leverage,
    openInterest: lots(position.lots),
    canClose: lots(position.canClose),
    margin: money(open ? figures.margin : 0),
    settleCoin: settle.code,
    value: figures.value === undefined ? null : money(figures.value),
    averageOpenPrice: cents(figures.average),
    markPrice: cents(mark?.mark ?? 0),
    riskPrice: cents(live.riskPrice(contract.market)),
    liquidationPrice: cents(figures.liquidation),
    collateralRatio: figures.ratio === undefined ? null : decimalText(figures.ratio, RATIO_DECIMALS),
    stopProfitPrice: guard(TPSL.profit),
    stopLossPrice: guard(TPSL.profit + 1),
    profit: money(figures.profit),
    priceProfit: money(figures.priceProfit),
    feeProfit: money(figures.feeProfit),
    fundingProfit: money(figures.fundingProfit),
    unrealisedProfit: money(figures.unrealised),
    maintenanceMargin: money(figures.maintenance),
    breakEvenPrice: cents(figures.breakEven),
    deleverageRank: open ? deleverageRank(live, position) : 0,
    createTime: position.created,
    updateTime: position.updated,
    closeTime: position.closed > 0 ? position.closed : null,
    seq: position.lastSeq,
  };
}
