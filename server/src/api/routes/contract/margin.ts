// Margin of a position and leverage of a market: changed by the exchange, answered with values before and after (money
// §3).

import type { AnswerOf, Decimal, GroupLimits, MarginChange, MarginMode, ParsedOf } from '@vitrine/contract';
import {
  type Answer,
  type Atoms,
  type CommandOf,
  contractUsual,
  DONE,
  initialMargin,
  MAX_ORDER_ATOMS,
  UP,
  type UserId,
  valueAt,
} from '@vitrine/core';
import { MARGIN_MODE } from '@vitrine/core/enum';
import { parseAtoms } from '@vitrine/core/number';
import { type HandlersOf, NO_KEY, refuse, refuseField, type UserContext } from '../../call/index.ts';
import type { Asset, Contract, Position } from '../../../projection/handlers/index.ts';
import { decimalText } from '../../wire/index.ts';
import { centsText, liquidationShown, settleOf, spendableOf } from './figures.ts';
import { groupIn } from './group.ts';
import { positionIdOf } from './orders.ts';
import { modeNumber } from './ticket.ts';
import { keptAnswers } from '../kept-answers.ts';
import type { RouteParts } from '../parts.ts';
import { submit } from '../order/submit.ts';
import { commandKeyWords } from '../order/ticket.ts';
import { contractOf, nameOf } from '../market/traded.ts';

type Names =
  | 'contract.position.adjustAmount'
  | 'wallet.contract.updateBond'
  | 'wallet.contract.updateLeverageRadio'
  | 'wallet.contract.leverage';

const ADD = 1;
const MODES = ['all', 'fixed'] as const satisfies readonly MarginMode[];

/** Atoms before and after. */
interface Change {
  readonly before: number;
  readonly after: number;
}

/** The handlers of margin and leverage. */
export function contractMargin(parts: RouteParts): HandlersOf<Names> {
  const { live, link } = parts;
  const changed = keptAnswers<MarginChange>();

  /** An isolated position's margin and the wallet before and after adding `amount` (negative: removing). */
  function moved(answer: Answer, position: Position, amount: number): { margin: Change; free: Change } {
    const [before = 0, after = 0, freeBefore = 0, freeAfter = 0] = answer.numbers;
    if (answer.code === DONE) return { margin: { before, after }, free: { before: freeBefore, after: freeAfter } };
    // It ran before and its answer is no longer kept: computed from current values.
    return {
      margin: { before: Math.max(0, position.margin - amount), after: position.margin },
      free: { before: 0, after: 0 },
    };
  }

  async function adjust(
    { id, money, flag }: { readonly id: string; readonly money: string; readonly flag: number },
    field: 'money' | 'amount',
    context: UserContext,
  ): Promise<MarginChange> {
    const user = context.session.coreUser;
    const position = live.position(positionIdOf(id));
    const contract = position?.user === user ? live.contract(position.market) : undefined;
    if (!position || !contract) throw refuse('position.unknown');
    const settle = settleOf(live, contract);
    const amount = parseAtoms(money, settle.scale);
    if (amount === 'format' || amount === 'decimals') throw refuseField(field, 'format');
    if (amount === 'range' || amount > MAX_ORDER_ATOMS) throw refuseField(field, 'range');
    const command: CommandOf<'position.margin'> = {
      name: 'position.margin',
      user,
      ...commandKeyWords(context.key),
      ...{ position: position.position, flag, amount },
    };
    const answer = await link.ask(command);
    const outcome = await submit(parts, user, command, {
      ...{ market: contract, position },
      // Only an isolated position has a separate margin.
      invalid: refuseField('id', 'range'),
    });
    const kept = outcome.repeated ? changed.of(outcome.seq) : undefined;
    if (kept !== undefined) return kept;
    const now = live.position(position.position) ?? position;
    const settled = outcome.repeated ? { ...answer, code: 0 } : answer;
    const { margin, free } = moved(settled, now, flag === ADD ? amount : -amount);
    const text = (atoms: number): Decimal => decimalText(atoms, settle.scale);
    const at = (atoms: number): Decimal | null => liquidationShown(contract, { ...position, margin: atoms });
    return changed.keep(outcome.seq, {
      id,
      symbolName: nameOf(live, contract),
      leverageBefore: position.leverage,
      leverageAfter: position.leverage,
      marginBefore: text(margin.before),
      marginAfter: text(margin.after),
      availableBefore: text(free.before),
      availableAfter: text(free.after),
      liquidationBefore: at(margin.before),
      liquidationAfter: at(margin.after),
      seq: outcome.seq,
    });
  }

  /** Required margin at the mark: an isolated position's own margin; for a cross one value ÷ leverage. */
  function requiredBy(contract: Contract, position: Position, leverage: number): number {
    if (position.marginMode === MARGIN_MODE.isolated) return position.margin;
    const mark = live.mark(contract.market)?.mark ?? 0;
    if (mark === 0 || position.lots === 0) return 0;
    return initialMargin(valueAt(contract.type, contract.perLot, position.lots, mark, UP), leverage);
  }

  async function setLeverage(
    input: ParsedOf<'wallet.contract.updateLeverageRadio'>,
    { session, key }: UserContext,
  ): Promise<MarginChange> {
    const user = session.coreUser;
    const contract = contractOf(live, input.contractType, input.symbol);
    const settle = settleOf(live, contract);
    const marginMode = modeNumber(input.marginMode);
    const command: CommandOf<'leverage.set'> = {
      name: 'leverage.set',
      user,
      ...commandKeyWords(key),
      ...{ market: contract.market, marginMode, leverage: input.leverageRadio },
    };
    const mine = () => live.positions(user, contract.market).filter((one) => one.marginMode === marginMode);
    const before = mine();
    const leverageBefore = live.leverage(user, contract.market, marginMode);
    const [answer, free] = await Promise.all([
      link.ask({ ...command, ...commandKeyWords(NO_KEY) }),
      spendableOf(parts, user, contract),
    ]);
    const outcome = await submit(parts, user, command, {
      market: contract,
      // A market with trading hours only has isolated positions.
      invalid: refuseField('marginMode', 'range'),
    });
    const [, , required = 0, long = 0, short = 0] = answer.numbers;
    const after = mine();
    return changeOf(contract, settle, {
      ...{ before, after, leverageBefore, leverageAfter: input.leverageRadio, seq: outcome.seq },
      isolated: marginMode === MARGIN_MODE.isolated && answer.code === DONE ? [long, short] : undefined,
      free: { before: free, after: Math.max(0, free - required) },
    });
  }

  function changeOf(
    contract: Contract,
    settle: Asset,
    change: {
      readonly before: readonly Position[];
      readonly after: readonly Position[];
      /** Isolated margins of long and short afterwards. */
      readonly isolated: readonly number[] | undefined;
      readonly leverageBefore: number;
      readonly leverageAfter: number;
      readonly free: Change;
      readonly seq: number;
    },
  ): MarginChange {
    const { before, after, leverageBefore, leverageAfter, free, isolated, seq } = change;
    const text = (atoms: number): Decimal => decimalText(atoms, settle.scale);
    const sum = (positions: readonly Position[], leverage: number): number =>
      positions.reduce((total, one) => total + requiredBy(contract, one, leverage), 0);
    const positions = after.map((one) => ({ ...one, margin: (isolated?.[one.side - 1] ?? one.margin) as Atoms }));
    const [only, second] = positions;
    const was = before.find((one) => one.position === only?.position);
    const sole = only !== undefined && second === undefined;
    const shown = (one: Position | undefined): Decimal | null =>
      one === undefined
        ? null
        : one.marginMode === MARGIN_MODE.isolated
          ? liquidationShown(contract, one)
          : centsText(one.liquidation, contract);
    return {
      id: sole ? String(only.position) : null,
      symbolName: nameOf(live, contract),
      ...{ leverageBefore, leverageAfter },
      marginBefore: text(sum(before, leverageBefore)),
      marginAfter: text(sum(positions, leverageAfter)),
      availableBefore: text(free.before),
      availableAfter: text(free.after),
      liquidationBefore: sole ? shown(was) : null,
      liquidationAfter: sole ? shown(only) : null,
      seq,
    };
  }

  /** What linked accounts leave, by margin mode. */
  async function groupOf(user: UserId, contract: Contract): Promise<AnswerOf<'wallet.contract.leverage'>['group']> {
    const group = groupIn(live, user, contract);
    if (group === undefined) return null;
    const free = await spendableOf(parts, user, contract);
    const of = (mode: number): GroupLimits => {
      const leverage = live.leverage(user, contract.market, mode);
      const left = (side: number): Decimal | null => {
        const lots = group.lotsLeft(side, leverage, free);
        return lots === null ? null : decimalText(lots, contract.lotDecimals);
      };
      return { long: left(1), short: left(2), mostLeverage: group.mostLeverage(mode) };
    };
    return { all: of(1), fixed: of(MARGIN_MODE.isolated) };
  }

  return {
    'contract.position.adjustAmount': (input, context) => adjust(input, 'money', context),
    'wallet.contract.updateBond': ({ id, amount, flag }, context) =>
      adjust({ id, money: amount, flag }, 'amount', context),
    'wallet.contract.updateLeverageRadio': setLeverage,
    async 'wallet.contract.leverage'(input, { session }) {
      const user = session.coreUser;
      const contract = contractOf(live, input.contractType, input.symbol);
      const { market } = contract;
      const [open] = live.positions(user, market);
      const suggested = open?.marginMode ?? contractUsual.marginMode;
      return {
        all: live.leverage(user, market, 1),
        fixed: live.leverage(user, market, MARGIN_MODE.isolated),
        most: live.greatestLeverage(market),
        suggested: MODES[suggested - 1] ?? 'fixed',
        group: await groupOf(user, contract),
      };
    },
  };
}
