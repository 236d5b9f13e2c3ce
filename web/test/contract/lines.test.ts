import { asDecimal, type GuardOrder, type Order, type Position } from '@vitrine/contract';
import { describe, expect, test } from 'vitest';
import { changeOf, type ContractLine, contractLines, type LineWords } from '../../src/features/contract/lines.ts';

const position: Position = {
  id: '7',
  symbolName: 'BTC/USDT',
  contractType: 'u',
  direction: 1,
  marginMode: 'fixed',
  leverageRadio: 20,
  openInterest: asDecimal('0.01000'),
  canClose: asDecimal('0.01000'),
  margin: asDecimal('5.000000'),
  settleCoin: 'USDT',
  value: asDecimal('100.000000'),
  averageOpenPrice: asDecimal('10000.000'),
  markPrice: asDecimal('10000.000'),
  riskPrice: asDecimal('10000.000'),
  liquidationPrice: asDecimal('9538.153'),
  collateralRatio: asDecimal('0.080000'),
  stopProfitPrice: null,
  stopLossPrice: asDecimal('9700.0'),
  profit: asDecimal('-0.050000'),
  priceProfit: asDecimal('0.000000'),
  feeProfit: asDecimal('-0.050000'),
  fundingProfit: asDecimal('0.000000'),
  unrealisedProfit: asDecimal('0.000000'),
  maintenanceMargin: asDecimal('0.400000'),
  breakEvenPrice: asDecimal('10010.006'),
  deleverageRank: 3,
  createTime: 1,
  updateTime: 1,
  closeTime: null,
  seq: 1,
};
const order = {
  id: '9',
  symbolName: 'BTC/USDT',
  contractType: 'u',
  direction: 4,
  status: 0,
  entrustPrice: '9900.0',
  triggerPrice: null,
  entrustQuantity: '0.01000',
} as Order;
const words: LineWords = {
  entry: ({ openInterest }) => `Long ${openInterest}`,
  stopProfit: 'Take profit',
  stopLoss: 'Stop loss',
  liquidation: 'Liquidation',
  order: ({ id }) => `Order ${id}`,
  profit: ({ profit }) => profit,
  result: (profit) => `${profit} USDT`,
};
const lines = contractLines(
  [position],
  [order, { ...order, id: '10', status: 4, triggerPrice: '10500.0' } as Order],
  words,
);
const line = (id: string): ContractLine => lines.find((one) => one.id === id) as ContractLine;
const guard = (more: Partial<GuardOrder>): GuardOrder => ({
  id: '11',
  positionId: '7',
  symbolName: 'BTC/USDT',
  contractType: 'u',
  direction: 1,
  kind: 2,
  triggerPrice: asDecimal('9700.0'),
  triggerBy: 'last',
  quantity: asDecimal('0.00500'),
  status: 'waiting',
  time: 1,
  ...more,
});

describe('positions and orders as lines of the chart', () => {
  test('entry, the stop there is, liquidation, and every open order', () => {
    expect(lines.map(({ id, kind, price, draggable }) => [id, kind, price, draggable])).toEqual([
      ['entry:7', 'entry', '10000.000', false],
      ['stopLoss:7', 'stopLoss', '9700.0', true],
      ['liquidation:7', 'liquidation', '9538.153', true],
      ['order:9', 'order', '9900.0', true],
      ['order:10', 'trigger', '10500.0', false],
    ]);
    expect(line('entry:7')).toMatchObject({ pulls: ['stopProfit'], tone: 'down', side: 'buy' });
    expect(line('stopLoss:7').owner).toBe('entry:7');
    expect(line('order:9').side).toBe('buy');
  });

  test('the result on the entry, and its colour, are those of the newest mark, not of the last change', () => {
    const [entry] = contractLines([position], [], { ...words, profit: () => '1.065686' });
    expect(entry).toMatchObject({ note: '1.065686 USDT', tone: 'up' });
  });

  test('no line for what has no price', () => {
    expect(
      contractLines([{ ...position, averageOpenPrice: null, liquidationPrice: null, stopLossPrice: null }], [], words),
    ).toEqual([]);
  });
});

describe('what a moved line sends', () => {
  test('a stop keeps what it looks at and how much it closes; the other side stays', () => {
    expect(
      changeOf(line('stopLoss:7'), '9650.0', [guard({}), guard({ id: '12', kind: 1, triggerBy: 'mark' })]),
    ).toEqual({
      call: 'contract.loss.sett',
      input: { id: '7', stopLossPrice: '9650.0', triggerBy: 'last', quantity: '0.00500' },
    });
  });

  test('a stop pulled out of the entry is new; one that is gone is none of its settings', () => {
    const pulled: ContractLine = {
      ...line('stopLoss:7'),
      id: 'entry:7:stopProfit',
      kind: 'stopProfit',
      owner: 'entry:7',
    };
    expect(changeOf(pulled, '10300.0', [guard({ kind: 1, status: 'cancelled' })])).toEqual({
      call: 'contract.loss.sett',
      input: { id: '7', stopProfitPrice: '10300.0' },
    });
  });

  test('a stop taken away is an empty price, an order taken away is cancelled', () => {
    expect(changeOf(line('stopLoss:7'), null, [guard({})])).toEqual({
      call: 'contract.loss.sett',
      input: { id: '7', stopLossPrice: '' },
    });
    expect(changeOf(line('order:9'), null, [])).toEqual({ call: 'contract.order.canCelOrder', input: { id: '9' } });
  });

  test('an order moved is amended; a trigger, an entry and a liquidation are never moved', () => {
    expect(changeOf(line('order:9'), '9899.5', [])).toEqual({
      call: 'entrust.amend',
      input: { id: '9', price: '9899.5' },
    });
    expect(changeOf(line('order:10'), '10499.0', [])).toBeUndefined();
    expect(changeOf(line('entry:7'), '1.0', [])).toBeUndefined();
    expect(changeOf(line('liquidation:7'), '1.0', [])).toBeUndefined();
  });
});
