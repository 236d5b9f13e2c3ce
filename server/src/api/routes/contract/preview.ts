// Preview of a contract order from the exchange's dry run: what it takes from the wallet, and the position with its
// margin, liquidation and break-even price before and after the fill (money §3).

import { codes, type ContractType, type Decimal, type Preview } from '@vitrine/contract';
import {
  type Answer,
  averagePrice,
  breakEvenPrice,
  type CommandOf,
  DONE,
  DOWN,
  exact,
  exactMaintenance,
  exactProfit,
  initialMargin,
  inverseLiquidation,
  type Leg,
  legAt,
  linearLiquidation,
  mulDiv,
  type PositionWords,
  realisedProfit,
  releasedCost,
  UP,
  type UserId,
  valueAt,
  wholeFee,
  rejects,
} from '@vitrine/core';
import { FIRST_TRIGGER, MARGIN_MODE, MARKET_TYPE, POSITION_SIDE } from '@vitrine/core/enum';
import { NO_KEY } from '../../call/index.ts';
import type { Contract } from '../../../projection/handlers/index.ts';
import { decimalText, termsOf } from '../../wire/index.ts';
import { centsText, liquidationShown, settleOf, spendableOf } from './figures.ts';
import { groupIn } from './group.ts';
import { contractCommand, type ContractTicket, opens, sideOf } from './ticket.ts';
import type { RouteParts } from '../parts.ts';
import { explainDryRun } from '../order/submit.ts';

const CENTS = 100;
const RATE_DECIMALS = 6;
/** Larger prices are invalid. */
const FARTHEST = 2n ** 52n;

/** The numbers of a dry run of contract.place, by their index in the answer. */
function numbersOf({ code, expected, numbers }: Answer) {
  const [, margin = 0, fee = 0, loss = 0, required = 0, lots = 0, value = 0, , , restLots = 0] = numbers;
  return {
    margin,
    fee,
    loss,
    required: code === rejects['margin.insufficient'] ? expected : required,
    lots,
    value,
    restLots,
  };
}
type Numbers = ReturnType<typeof numbersOf>;

/** An empty position. */
function nothing(side: number, marginMode: number, leverage: number): PositionWords {
  return {
    ...{ side, marginMode, leverage, lots: 0, cost: 0, margin: 0 },
    ...{ priceProfit: 0, feeProfit: 0, fundingProfit: 0, liquidation: 0 },
  };
}

/** The whole order: lots, and their value at the fills now or at its own price. */
function wholeOf(contract: Contract, command: CommandOf<'contract.place'>, numbers: Numbers) {
  const { type, lots, price, trigger } = command;
  if (type % 2 === 0 && type < FIRST_TRIGGER) return { lots: numbers.lots, value: numbers.value };
  const cents = (price === 0 ? trigger : price) * CENTS;
  return { lots, value: valueAt(contract.type, contract.perLot, lots, cents, UP) };
}

interface After {
  readonly position: PositionWords;
  /** Amount to (+) or from (−) the wallet once filled, settle atoms. */
  readonly wallet: number;
}

/** The position after an opening order is filled. */
function opened(before: PositionWords, whole: { lots: number; value: number }, numbers: Numbers): After {
  const isolated = before.marginMode === MARGIN_MODE.isolated;
  const margin = isolated ? numbers.margin : 0;
  return {
    position: {
      ...before,
      lots: before.lots + whole.lots,
      cost: before.cost + whole.value,
      margin: before.margin + margin,
      feeProfit: before.feeProfit - numbers.fee,
    },
    wallet: 0 - numbers.fee - margin,
  };
}

/** The position after a closing order is filled: realised profit, and released margin. */
function closed(
  contract: Contract,
  before: PositionWords,
  whole: { lots: number; value: number },
  takerRate: number,
): After {
  const lots = Math.min(whole.lots, before.lots);
  if (lots === 0) return { position: before, wallet: 0 };
  const { type } = contract;
  const released = releasedCost(type, before.side, before.cost, lots, before.lots);
  const profit = realisedProfit(type, before.side, whole.value, released);
  const fee = wholeFee(whole.value, takerRate);
  const net = profit - fee;
  const isolated = before.marginMode === MARGIN_MODE.isolated;
  const share = isolated ? mulDiv(before.margin, lots, before.lots, DOWN) : 0;
  const paid = share + net;
  return {
    position: {
      ...before,
      lots: before.lots - lots,
      cost: before.cost - released,
      margin: before.margin - share + (isolated && paid < 0 ? paid : 0),
      priceProfit: before.priceProfit + profit,
      feeProfit: before.feeProfit - fee,
    },
    wallet: isolated ? Math.max(0, paid) : net,
  };
}

/** Dry runs of contract tickets. */
export function contractPreviews(parts: RouteParts) {
  const { live, link } = parts;

  function rates(user: number) {
    const fees = live.contractFees();
    const tier = live.user(user)?.tier ?? 0;
    return fees.find((one) => one.tier === tier) ?? fees.at(-1);
  }

  /** A position's margin: its own, or for a cross one the requirement at the mark. */
  function marginOf(contract: Contract, position: PositionWords): number {
    const mark = live.mark(contract.market)?.mark ?? 0;
    if (position.marginMode === MARGIN_MODE.isolated) return position.margin;
    if (position.lots === 0 || mark === 0) return 0;
    return initialMargin(valueAt(contract.type, contract.perLot, position.lots, mark, UP), position.leverage);
  }

  /** Liquidation price of a wallet with this position among its cross ones, all other prices unchanged. */
  function crossLiquidation(user: UserId, contract: Contract, position: PositionWords, wallet: number): Decimal | null {
    const { type, settle, market } = contract;
    const account = live.balance(user, type, settle);
    let free = exact.fraction((account?.available ?? 0) + (account?.held ?? 0) + wallet);
    const here: Leg[] = [];
    let net = exact.ZERO;
    const leg = (of: Contract, one: Pick<PositionWords, 'side' | 'lots' | 'cost'>, at: number): Leg =>
      legAt(termsOf(of), one.side, one.lots, one.cost, at);
    for (const one of live.positions(user)) {
      const of = live.contract(one.market);
      const at = live.riskPrice(one.market);
      if (one.marginMode !== MARGIN_MODE.cross || of?.type !== type || of.settle !== settle || at === 0) continue;
      if (one.market === market) {
        if (one.side !== position.side) here.push(leg(of, one, at));
        continue;
      }
      const other = leg(of, one, at);
      free = exact.plus(free, exact.minus(exactProfit(type, other, at), exactMaintenance(type, other, at)));
    }
    const at = live.riskPrice(market);
    if (position.lots === 0 || at === 0) return null;
    here.push(leg(contract, position, at));
    for (const { side, quantity } of here)
      net = side === POSITION_SIDE.long ? exact.plus(net, quantity) : exact.minus(net, quantity);
    const price = type === MARKET_TYPE.linear ? linearLiquidation(free, here) : inverseLiquidation(free, here);
    if (price === undefined) return null;
    const cents = net.num > 0n ? exact.floor(price) : exact.ceiling(price);
    return cents > FARTHEST ? null : centsText(exact.plain(cents), contract);
  }

  function liquidation(user: UserId, contract: Contract, position: PositionWords, wallet: number): Decimal | null {
    return position.marginMode === MARGIN_MODE.isolated
      ? liquidationShown(contract, position)
      : crossLiquidation(user, contract, position, wallet);
  }

  return async function preview(user: UserId, kind: ContractType, ticket: ContractTicket): Promise<Preview> {
    const { command, contract } = contractCommand(live, user, kind, ticket, NO_KEY);
    const [answer, free] = await Promise.all([link.ask(command), spendableOf(parts, user, contract)]);
    const numbers = numbersOf(answer);
    const settle = settleOf(live, contract);
    const fee = rates(user);
    const takerRate = fee?.taker ?? 0;
    const side = sideOf(command.direction);
    const opening = opens(command.direction);
    const own = live.positions(user, contract.market).find((one) => one.side === side);
    const about = { market: contract, position: own, price: command.price };
    const { code, args } = explainDryRun(parts, answer, about);
    const before: PositionWords = own ?? nothing(side, command.marginMode, command.leverage);
    const whole = wholeOf(contract, command, numbers);
    const unchanged: After = { position: before, wallet: 0 };
    const after =
      code !== DONE ? unchanged : opening ? opened(before, whole, numbers) : closed(contract, before, whole, takerRate);
    const money = (atoms: number): Decimal => decimalText(atoms, settle.scale);
    const lots = (count: number): Decimal => decimalText(count, contract.lotDecimals);
    const breakEven = (position: PositionWords): Decimal | null =>
      centsText(breakEvenPrice(contract, position, takerRate), contract);
    const feeNow = opening ? numbers.fee : wholeFee(numbers.value, takerRate);
    const average = averagePrice(
      contract.type,
      contract.perLot,
      opening === (side === POSITION_SIDE.long) ? 1 : 2,
      numbers.lots,
      numbers.value,
    );
    const liquidationAfter = liquidation(user, contract, after.position, after.wallet);
    const marginBefore = marginOf(contract, before);
    const marginAfter = marginOf(contract, after.position);
    // Margin that a cross position no longer requires may be spent again.
    const released = before.marginMode === MARGIN_MODE.isolated ? 0 : marginBefore - marginAfter;
    const left = opening ? groupIn(live, user, contract)?.lotsLeft(side, command.leverage, free) : undefined;
    const freeAfter = opening ? free - numbers.required : free + after.wallet + released;
    return {
      code,
      key: codes[code].key,
      args,
      coin: settle.code,
      held: money(opening ? numbers.required : 0),
      availableBefore: money(free),
      availableAfter: money(Math.max(0, freeAfter)),
      averagePrice: numbers.lots === 0 ? null : centsText(average, contract),
      quantity: lots(command.lots),
      value: money(whole.value),
      fillsQuantity: lots(numbers.lots),
      restsQuantity: lots(numbers.restLots),
      fee: money(feeNow),
      feeCoin: settle.code,
      makerRate: decimalText(fee?.maker ?? 0, RATE_DECIMALS),
      takerRate: decimalText(takerRate, RATE_DECIMALS),
      margin: money(numbers.margin),
      liquidationPrice: liquidationAfter,
      contract: {
        settleCoin: settle.code,
        margin: money(numbers.margin),
        openingLoss: money(numbers.loss),
        required: money(numbers.required),
        leverageRadio: opening ? command.leverage : before.leverage,
        liquidationBefore: liquidation(user, contract, before, 0),
        liquidationAfter,
        breakEvenBefore: breakEven(before),
        breakEvenAfter: breakEven(after.position),
        positionBefore: lots(before.lots),
        positionAfter: lots(after.position.lots),
        marginBefore: money(marginBefore),
        marginAfter: money(marginAfter),
        groupLots: left === undefined || left === null ? null : lots(left),
      },
    };
  };
}
