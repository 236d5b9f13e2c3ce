// Contract positions and orders as chart lines, and the calls for moving or removing a line. Pure.

import type { GuardOrder, InputOf, Order, Position } from '@vitrine/contract';
import { isBuy } from '../../order/index.ts';
import type { GuardKind } from './dialogs/tpsl.ts';

type LineKind = 'order' | 'entry' | 'stopProfit' | 'stopLoss' | 'liquidation' | 'trigger';

/** A line for the chart. */
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

/** Texts of lines, in the user's language. */
export interface LineWords {
  readonly entry: (position: Position) => string;
  readonly stopProfit: string;
  readonly stopLoss: string;
  readonly liquidation: string;
  readonly order: (order: Order) => string;
  /** The PnL at the newest mark, in the settle coin. */
  readonly profit: (position: Position) => string;
  /** A PnL with sign and coin. */
  readonly result: (profit: string, position: Position) => string;
}

/** Maximum lines; the chart has its own limit. */
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
      // It moves by changing the isolated margin; a cross position uses the whole wallet.
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
      // A waiting trigger order cannot be amended, only cancelled and placed again.
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

/** The id of a line's position or order. */
export function idOf(line: Pick<ContractLine, 'id'>): string {
  return line.id.split(':')[1] ?? '';
}

/** Whether a line is a take profit or a stop loss; undefined for other lines. */
export function guardOfLine(line: Pick<ContractLine, 'kind'>): GuardKind | undefined {
  if (line.kind === 'stopProfit') return 'profit';
  return line.kind === 'stopLoss' ? 'loss' : undefined;
}

/**
 * The call for a line moved to `price` or removed (null); undefined: the line cannot be changed. A stop keeps its
 * trigger price type and its share of the position.
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
