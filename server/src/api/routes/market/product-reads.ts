// Own positions, open and closed, the history of each, and take-profit and stop-loss orders.

import {
  type ContractType,
  type GuardOrder,
  MAX_STORY,
  POSITION_STEP,
  type Position as WirePosition,
  type PositionStep as WireStep,
  TRIGGER_BY,
} from '@vitrine/contract';
import { CONTRACT_DIRECTION } from '@vitrine/core/enum';
import type { ExportersOf, HandlersOf, UserContext } from '../../call/index.ts';
import { refuse } from '../../call/index.ts';
import type { Contract, Position, PositionStep } from '../../../projection/handlers/index.ts';
import { type Guard, mapParts, type Parts, type PositionFilter } from '../../../projection/views/index.ts';
import { contractTypeOf, decimalText, positionOf } from '../../wire/index.ts';
import { centsText, settleOf } from '../contract/figures.ts';
import { positionIdOf } from '../contract/orders.ts';
import { pageOf } from '../order/order-lists.ts';
import { type RouteParts, waitForHistory } from '../parts.ts';
import { CONTRACT_KIND, contractOf, nameOf } from './traded.ts';

type Names = 'contract.position.list' | 'entrust.get.myPosition' | 'contract.position.story' | 'contract.loss.list';

interface ListInput {
  readonly contractType: ContractType;
  readonly symbol?: string | undefined;
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
}

/** The handlers of own positions. */
export function productReads(parts: RouteParts): {
  handlers: HandlersOf<Names>;
  exporters: ExportersOf<'contract.position.list'>;
} {
  const { live, reads } = parts;

  /** Market numbers of a kind's contracts, or of the one that a symbol names. */
  function marketsOf(kind: ContractType, symbol: string | undefined): number[] {
    if (symbol !== undefined) return [contractOf(live, kind, symbol).market];
    return live
      .contracts()
      .filter((contract) => contract.type === CONTRACT_KIND[kind])
      .map((contract) => contract.market);
  }

  function filterOf({ contractType, symbol, startTime, endTime }: ListInput): Required<PositionFilter> {
    return { markets: marketsOf(contractType, symbol), startTime, endTime };
  }

  /** Open positions, newest first, as of the last batch. Times are opening times. */
  function open(user: number, { markets, startTime = 0, endTime = Number.MAX_SAFE_INTEGER }: PositionFilter) {
    return live
      .positions(user)
      .filter((one) => markets === undefined || markets.includes(one.market))
      .filter((one) => one.created >= startTime && one.created < endTime);
  }

  const wire = (position: Position): WirePosition | undefined => positionOf(live, position);

  /** Closed positions with their average entry price. */
  async function cancelAfterOf(positions: readonly Position[]): Promise<WirePosition[]> {
    const opened = await reads.openedAt(positions.map((one) => one.position));
    return positions.flatMap((position): WirePosition[] => {
      const shown = wire(position);
      const contract = live.contract(position.market);
      if (shown === undefined || contract === undefined) return [];
      return [{ ...shown, averageOpenPrice: centsText(opened.get(position.position) ?? 0, contract) }];
    });
  }

  async function* file(
    input: ListInput & { readonly status: 'open' | 'closed' },
    context: UserContext,
  ): Parts<WirePosition> {
    const user = context.session.coreUser;
    if (input.status === 'open') {
      yield open(user, filterOf(input))
        .map(wire)
        .filter((one) => one !== undefined);
      return null;
    }
    await waitForHistory(reads, context.after);
    return yield* mapParts(reads.closedPositionParts(user, filterOf(input)), cancelAfterOf);
  }

  async function story(id: string, { session, after }: UserContext) {
    const number = positionIdOf(id);
    const known = live.position(number);
    if (known !== undefined && known.user !== session.coreUser) throw refuse('position.unknown');
    await waitForHistory(reads, Math.max(after, known?.lastSeq ?? 0));
    const position = known ?? (await reads.position(session.coreUser, number));
    const contract = position && live.contract(position.market);
    if (!position || !contract) throw refuse('position.unknown');
    const steps = await reads.positionSteps(session.coreUser, number, MAX_STORY);
    const [shown] = position.lots > 0 ? [wire(position)] : await cancelAfterOf([position]);
    if (!shown) throw refuse('position.unknown');
    return { position: shown, steps: steps.map((step) => stepOf(step, contract)) };
  }

  /** One step in the API's format. */
  function stepOf(step: PositionStep, contract: Contract): WireStep {
    const word = POSITION_STEP[step.step - 1];
    if (word === undefined) throw new Error(`expected a step of 1 to ${POSITION_STEP.length}, got ${step.step}`);
    const { scale } = settleOf(live, contract);
    const weighed = WEIGHED.has(word);
    return {
      step: word,
      time: step.time,
      seq: step.seq,
      price: step.price > 0 ? decimalText(step.price, contract.tickDecimals) : null,
      quantity: step.lots > 0 ? decimalText(step.lots, contract.lotDecimals) : null,
      markPrice: centsText(step.mark, contract),
      amount: WITHOUT_AMOUNT.has(word) ? null : decimalText(step.amount, scale),
      equity: weighed ? decimalText(step.equity, scale) : null,
      maintenance: weighed ? decimalText(step.maintenance, scale) : null,
      orderId: step.order > 0 ? String(step.order) : null,
    };
  }

  /** A take-profit or stop-loss order in the API's format. */
  function guardOf(guard: Guard): GuardOrder | undefined {
    const contract = live.contract(guard.market);
    const contractType = contract && contractTypeOf(contract.type);
    const kind = guard.guard === 1 || guard.guard === 2 ? guard.guard : undefined;
    if (!contract || !contractType || kind === undefined) return undefined;
    return {
      id: String(guard.order),
      positionId: String(guard.position),
      symbolName: nameOf(live, contract),
      contractType,
      direction: guard.direction === CONTRACT_DIRECTION.closeLong ? 1 : 2,
      kind,
      triggerPrice: decimalText(guard.trigger, contract.tickDecimals),
      triggerBy: TRIGGER_BY[guard.triggerBy - 1] ?? 'mark',
      quantity: guard.lots === undefined ? null : decimalText(guard.lots, contract.lotDecimals),
      status: guard.state,
      time: guard.created,
    };
  }

  return {
    handlers: {
      async 'contract.position.list'(input, context) {
        const user = context.session.coreUser;
        const filter = filterOf(input);
        if (input.status === 'open') return pageOf(open(user, filter), input, wire);
        await waitForHistory(reads, context.after);
        const page = await reads.closedPositions(user, filter, input);
        return { ...page, records: await cancelAfterOf(page.records) };
      },
      'entrust.get.myPosition': ({ x, symbol }, { session }) =>
        open(session.coreUser, { markets: marketsOf(x, symbol) })
          .map(wire)
          .filter((one) => one !== undefined),
      'contract.position.story': (input, context) => story(input.id, context),
      async 'contract.loss.list'(input, context) {
        await waitForHistory(reads, context.after);
        const position = input.id === undefined ? undefined : positionIdOf(input.id);
        // A symbol names its contracts of both kinds.
        const markets = input.symbol === undefined ? undefined : contractsNamed(input.symbol);
        const { status: state, startTime, endTime } = input;
        const filter = { position, markets, state, startTime, endTime };
        const page = await reads.guards(context.session.coreUser, filter, input);
        return { ...page, records: page.records.map(guardOf).filter((one) => one !== undefined) };
      },
    },
    exporters: { 'contract.position.list': file },
  };

  function contractsNamed(symbol: string): number[] {
    const linear = contractOf(live, 'u', symbol);
    const inverse = live.contractOf(CONTRACT_KIND.coin, linear.instrument);
    return inverse === undefined ? [linear.market] : [linear.market, inverse.market];
  }
}

type StepWord = WireStep['step'];
/** Liquidation steps, sent with equity and maintenance margin at their mark. */
const WEIGHED: ReadonlySet<StepWord> = new Set([
  'ordersCancelled',
  'netted',
  'cut',
  'deleveraged',
  'waiting',
  'takenOver',
  'waitsForOrders',
]);
/** Steps that move no money themselves. */
const WITHOUT_AMOUNT: ReadonlySet<StepWord> = new Set([
  'open',
  'increase',
  'ordersCancelled',
  'netted',
  'waiting',
  'takenOver',
  'waitsForOrders',
]);
