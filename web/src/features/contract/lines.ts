// Positions and orders of a contract as lines of the chart, and what moving or removing a line sends. Pure.

import type { GuardOrder, InputOf, Order, Position } from '@vitrine/contract';
import { isBuy } from '../../order/index.ts';
import type { GuardKind } from './dialogs/tpsl.ts';

type LineKind = 'order' | 'entry' | 'stopProfit' | 'stopLoss' | 'liquidation' | 'trigger';

/** A line as the chart takes it. */
export interface ContractLine {
  readonly id: string;
  readonly kind: LineKind;
  readonly price: string;
  readonly side: 'buy' | 'sell';
  readonly label: string;
  readonly note?: string | undefined;
  readonly tone?: 'up' | 'down' | undefined;
  readonly draggable: boolean;
  readonly removable?: boolean | undefined;
  readonly pulls?: readonly ('stopProfit' | 'stopLoss')[] | undefined;
  readonly owner?: string | undefined;
}

/** The words on lines, in the reader's language. */
export interface LineWords {
  readonly entry: (position: Position) => string;
  readonly stopProfit: string;
  readonly stopLoss: string;
  readonly liquidation: string;
  readonly order: (order: Order) => string;
  /** Its result at the newest mark, in the settle coin. */
  readonly profit: (position: Position) => string;
  /** A result with sign and coin. */
  readonly result: (profit: string, position: Position) => string;
}

/** Lines drawn at most; the chart has a bound of its own. */
const MOST_LINES = 60;

/** Lines of one market: entry, stops and liquidation of each position, then the open orders. */
export function contractLines(
  positions: readonly Position[],
  orders: readonly Order[],
  words: LineWords,
): readonly ContractLine[] {
  return [
    ...positions.flatMap((position) => positionLines(position, words)),
    ...orders.flatMap((order) => orderLine(order, words)),
  ].slice(0, MOST_LINES);
}

function positionLines(position: Position, words: LineWords): ContractLine[] {
  const side = position.direction === 1 ? 'buy' : 'sell';
  const owner = `entry:${position.id}`;
  const lines: ContractLine[] = [];
  const { averageOpenPrice, stopProfitPrice, stopLossPrice, liquidationPrice } = position;
  if (averageOpenPrice !== null) {
    const pulls = [
      ...(stopProfitPrice === null ? (['stopProfit'] as const) : []),
      ...(stopLossPrice === null ? (['stopLoss'] as const) : []),
    ];
    const profit = words.profit(position);
    lines.push({
      id: owner,
      kind: 'entry',
      price: averageOpenPrice,
      side,
      label: words.entry(position),
      note: words.result(profit, position),
      tone: toneOf(profit),
      draggable: false,
      pulls,
    });
  }
  const stop = { side, draggable: true, removable: true, owner } as const;
  if (stopProfitPrice !== null)
    lines.push({
      ...stop,
      id: `stopProfit:${position.id}`,
      kind: 'stopProfit',
      price: stopProfitPrice,
      label: words.stopProfit,
    });
  if (stopLossPrice !== null)
    lines.push({
      ...stop,
      id: `stopLoss:${position.id}`,
      kind: 'stopLoss',
      price: stopLossPrice,
      label: words.stopLoss,
    });
  if (liquidationPrice !== null)
    lines.push({
      id: `liquidation:${position.id}`,
      kind: 'liquidation',
      price: liquidationPrice,
      side,
      label: words.liquidation,
      // It moves by the margin that stands behind it; behind a cross position stands the whole wallet.
      draggable: position.marginMode === 'fixed',
    });
  return lines;
}

function toneOf(profit: string): 'up' | 'down' | undefined {
  if (!/[1-9]/.test(profit)) return undefined;
  return profit.startsWith('-') ? 'down' : 'up';
}

function orderLine(order: Order, words: LineWords): ContractLine[] {
  const waits = order.triggerPrice !== null && order.status === 4;
  const price = waits ? order.triggerPrice : order.entrustPrice;
  if (price === null) return [];
  return [
    {
      id: `order:${order.id}`,
      kind: waits ? 'trigger' : 'order',
      price,
      side: isBuy(order) ? 'buy' : 'sell',
      label: words.order(order),
      // What a trigger waits for cannot be amended, only taken away and set anew.
      draggable: !waits,
      removable: true,
    },
  ];
}

/** What a changed line sends. */
export type LineChange =
  | { readonly call: 'contract.loss.sett'; readonly input: InputOf<'contract.loss.sett'> }
  | { readonly call: 'entrust.amend'; readonly input: InputOf<'entrust.amend'> }
  | { readonly call: 'contract.order.canCelOrder'; readonly input: InputOf<'contract.order.canCelOrder'> };

/** The id of the position or order behind a line. */
export function idOf(line: Pick<ContractLine, 'id'>): string {
  return line.id.split(':')[1] ?? '';
}

/** Which stop a line is; undefined for other lines. */
export function guardOfLine(line: Pick<ContractLine, 'kind'>): GuardKind | undefined {
  if (line.kind === 'stopProfit') return 'profit';
  return line.kind === 'stopLoss' ? 'loss' : undefined;
}

/**
 * What is sent when a line was moved to `price`, or (null) taken away; undefined: such a line is never changed. A stop
 * keeps what it looks at and how much of the position it closes.
 */
export function changeOf(
  line: ContractLine,
  price: string | null,
  guards: readonly GuardOrder[],
): LineChange | undefined {
  const kind = guardOfLine(line);
  const id = idOf(line);
  if (kind !== undefined) {
    const own = guards.find(
      (guard) => guard.positionId === id && guard.kind === (kind === 'profit' ? 1 : 2) && guard.status === 'waiting',
    );
    return {
      call: 'contract.loss.sett',
      input: {
        id,
        ...(kind === 'profit' ? { stopProfitPrice: price ?? '' } : { stopLossPrice: price ?? '' }),
        ...(own && price !== null && { triggerBy: own.triggerBy }),
        ...(own && price !== null && own.quantity !== null && { quantity: own.quantity }),
      },
    };
  }
  if (line.kind === 'order' || line.kind === 'trigger') {
    if (price === null) return { call: 'contract.order.canCelOrder', input: { id } };
    return line.kind === 'order' ? { call: 'entrust.amend', input: { id, price } } : undefined;
  }
  return undefined;
}
