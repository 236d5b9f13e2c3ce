// Why a balance changed: a bill line, everything its command changed for this customer, and its cause with details.

import type { BillDetail, BillFact } from '@vitrine/contract';
import { averagePrice, type ExchangeEvent } from '@vitrine/core';
import { MARGIN_MODE, MARKET_TYPE, SECOND_STATUS } from '@vitrine/core/enum';
import { type HandlersOf, refuse, type UserContext } from '../../call/index.ts';
import type { Fill, Order } from '../../../projection/handlers/index.ts';
import type { BillLine } from '../../../projection/views/index.ts';
import { decimalText, secondOf, symbolOf } from '../../wire/index.ts';
import { type Cause, causeIn, fact, type Fact, factsOver } from './bill-facts.ts';
import { depositCause, withdrawalCause } from './bill-funds.ts';
import { billsOf, walletWord } from './bill-lines.ts';
import { type RouteParts, waitForHistory } from '../parts.ts';
import { idNumber } from '../order/ticket.ts';

const CENTS = 2;
const RATE_DECIMALS = 6;
const SPOT_SIDES = ['buy', 'sell'] as const;
const DIRECTIONS = ['openLong', 'openShort', 'closeLong', 'closeShort'] as const;
const SECOND_SIDES = ['up', 'down'] as const;
const SECOND_RESULTS = ['won', 'lost', 'tied'] as const;
/** The last direction that opens a position. */
const OPENS = 2;
/** Most steps of a position searched. */
const MOST_STEPS = 1_000;

type Parts = Pick<RouteParts, 'live' | 'reads' | 'custody'>;

/** The handler of a ledger line's cause. */
export function billDetails({ live, reads, custody }: Parts): HandlersOf<'userCoin.detail'> {
  const facts = factsOver(live);

  /** Fills of an order in this command; both sides of a self-trade are two orders. */
  function dealt(order: Order, fills: readonly Fill[]): Fact[] {
    const market = live.market(order.market);
    const quote = market && live.asset(market.quote);
    const [first] = fills;
    if (!market || !quote || first === undefined) return [];
    const contract = live.contract(order.market);
    const lots = fills.reduce((sum, fill) => sum + fill.lots, 0);
    const value = fills.reduce((sum, fill) => sum + fill.value, 0);
    const fee = fills.reduce((sum, fill) => sum + fill.fee, 0);
    const inverse = contract?.type === MARKET_TYPE.inverse;
    const cents = averagePrice(
      inverse ? MARKET_TYPE.inverse : MARKET_TYPE.linear,
      market.atomsPerTickLot,
      order.side,
      lots,
      value,
    );
    const one = fills.every(({ price }) => price === first.price);
    const makers = fills.filter(({ maker }) => maker).length;
    const role = makers === 0 ? 'taker' : makers === fills.length ? 'maker' : 'both';
    const rate = role === 'both' ? [] : [facts.rate('feeRate', role === 'maker' ? order.makerRate : order.takerRate)];
    return [
      fact('direction', (contract ? DIRECTIONS[order.direction - 1] : SPOT_SIDES[order.side - 1]) ?? order.side),
      one
        ? fact('price', decimalText(first.price, market.tickDecimals))
        : fact('averagePrice', decimalText(cents, market.tickDecimals + CENTS)),
      fact(
        inverse ? 'contracts' : 'quantity',
        decimalText(lots, market.lotDecimals),
        inverse ? null : (symbolOf(live, order.market).split('/')[0] ?? null),
      ),
      ...facts.sum('value', market.quote, Math.abs(value)),
      ...facts.sum('fee', first.feeAsset, fee),
      ...rate,
      fact('role', role),
      fact('fills', fills.length),
    ];
  }

  /** Effects of a contract order on its position: realised profit of a closing one, isolated margin left in it. */
  async function positionFacts(order: Order, seq: number, events: readonly ExchangeEvent[]): Promise<Fact[]> {
    const { user, market } = order;
    const changed = events.findLast(
      (one) => one.name === 'position.changed' && one.user === user && one.market === market,
    );
    if (changed?.name !== 'position.changed') return [];
    const steps = await reads.positionSteps(user, changed.position, MOST_STEPS);
    const profit = steps
      .filter((step) => step.seq === seq && step.order === order.order)
      .reduce((sum, { amount }) => sum + amount, 0);
    return [
      ...(order.direction > OPENS ? facts.settle('profit', market, profit) : []),
      ...(changed.marginMode === MARGIN_MODE.isolated ? facts.settle('margin', market, changed.margin) : []),
      fact('leverage', changed.leverage),
    ];
  }

  /** The cause of a line from an order. */
  async function orderCause(user: number, line: BillLine, events: readonly ExchangeEvent[]): Promise<Cause> {
    const found = await reads.order(user, line.causeId);
    const order = found?.order;
    if (found === undefined || order === undefined) return causeIn(facts, line, events);
    const fills = found.fills.filter(({ seq }) => seq === line.seq);
    const forced = line.kind === 'liquidation' ? causeIn(facts, line, events).facts : [];
    return {
      kind: line.kind === 'liquidation' ? 'liquidation' : line.kind === 'fee' ? 'fee' : 'trade',
      facts: [
        ...dealt(order, fills),
        ...(order.direction > 0 ? await positionFacts(order, line.seq, events) : []),
        ...forced.filter(({ name }) => name === 'mark' || name === 'step'),
      ],
      record: { of: 'order', id: String(line.causeId), walletType: walletWord(line.wallet) },
    };
  }

  /** The cause of a line from a second contract. */
  async function secondCause(user: number, line: BillLine, now: number): Promise<Cause> {
    const record = { of: 'second', id: String(line.causeId), walletType: walletWord(line.wallet) } as const;
    const second = live.second(line.causeId) ?? (await reads.second(line.causeId));
    const wire = second?.user === user ? secondOf(live, second, now) : undefined;
    if (second === undefined || wire === undefined) return { kind: 'second', facts: [], record: null };
    const price = (name: BillFact, text: string | null): Fact[] => (text === null ? [] : [fact(name, text)]);
    // The stake was paid when it was placed; the payout came at its end.
    const paid = line.amount < 0;
    return {
      kind: paid ? 'second' : second.status === SECOND_STATUS.void ? 'secondVoid' : 'secondSettled',
      facts: [
        fact('direction', SECOND_SIDES[second.direction - 1] ?? second.direction),
        fact('stake', wire.amount, wire.coin),
        fact('seconds', second.seconds),
        fact('odds', decimalText(second.odds, RATE_DECIMALS)),
        ...(paid
          ? []
          : [
              ...price('openPrice', wire.openPrice),
              ...price('closePrice', wire.closePrice),
              ...(second.result === 0 ? [] : [fact('result', SECOND_RESULTS[second.result - 1] ?? second.result)]),
            ]),
      ],
      record,
    };
  }

  async function causeOf(line: BillLine, { session, now }: UserContext): Promise<Cause> {
    if (line.causeKind === 'second') return secondCause(session.coreUser, line, now);
    const events = await reads.commandEvents(line.seq);
    if (line.causeKind === 'order') return orderCause(session.coreUser, line, events);
    const cause = causeIn(facts, line, events);
    if (line.kind === 'deposit') return depositCause(custody, session.userId, line, events, cause);
    if (line.kind === 'withdrawal') return withdrawalCause(custody, session.userId, line, events, cause);
    if (line.kind === 'funding') return { ...cause, facts: [...cause.facts, ...markOf(line, events)] };
    if (line.kind === 'swap') return { ...cause, facts: [...cause.facts, ...ticksOf(line, events)] };
    return cause;
  }

  /** The mark that funding was computed at. */
  function markOf(line: BillLine, events: readonly ExchangeEvent[]): Fact[] {
    return events.flatMap((event) =>
      event.name === 'funding.rate' && event.market === line.market ? facts.mark('mark', event.market, event.mark) : [],
    );
  }

  /** The index ticks that a swap was executed at. */
  function ticksOf(line: BillLine, events: readonly ExchangeEvent[]): Fact[] {
    return events.flatMap((event) => {
      if ((event.name !== 'swapped' && event.name !== 'swap.ended') || event.user !== line.user) return [];
      const index = (name: BillFact, asset: number, price: number) =>
        facts.cents(name, live.swapTerms(asset)?.instrument ?? 0, price);
      return [...index('gaveIndex', event.from, event.fromPrice), ...index('receivedIndex', event.to, event.toPrice)];
    });
  }

  return {
    async 'userCoin.detail'({ id }, context): Promise<BillDetail> {
      const number = idNumber(id);
      await waitForHistory(reads, context.after);
      const found = number === 0 ? undefined : await reads.commandBills(context.session.coreUser, number);
      const [bill] = found === undefined ? [] : billsOf(live, [found.line]);
      if (found === undefined || bill === undefined) throw refuse('request.notFound');
      const { line } = found;
      const { kind, facts: ownFacts, record } = await causeOf(line, context);
      return {
        bill,
        lines: billsOf(live, found.all),
        cause: {
          kind,
          id: bill.causeId,
          time: line.time,
          symbolName: bill.symbolName,
          facts: [...ownFacts],
          record,
        },
      };
    },
  };
}
