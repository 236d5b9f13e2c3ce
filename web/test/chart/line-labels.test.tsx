import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { fireEvent, render, screen } from '@testing-library/react';
import { useEffect, useReducer } from 'react';
import { beforeAll, expect, test, vi } from 'vitest';
import type { ChartLine, ChartLineHandlers } from '../../src/features/chart/lines/line.ts';
import { LineLabels } from '../../src/features/chart/lines/line-labels.tsx';
import { type Move, moveOn, REST, shownPrice } from '../../src/features/chart/move/move.ts';

const line = (part: Partial<ChartLine>): ChartLine => ({
  id: 'stop',
  kind: 'stopLoss',
  price: '58000.0',
  side: 'buy',
  label: 'Stop loss',
  draggable: true,
  ...part,
});

let now: Move = REST;

function Stage({ lines, handlers }: { readonly lines: readonly ChartLine[]; readonly handlers?: ChartLineHandlers }) {
  const [move, onMove] = useReducer(moveOn, REST);
  useEffect(() => {
    now = move;
  });
  const hold = {
    shown: lines.map((one) => ({ line: one, price: shownPrice(move, one) })),
    setLabel: () => undefined,
    grab: () => undefined,
    near: () => undefined,
  };
  return <LineLabels hold={hold} move={move} onMove={onMove} tickDecimals={1} handlers={handlers} />;
}

const show = (lines: readonly ChartLine[], handlers?: ChartLineHandlers) =>
  render(
    <I18nProvider i18n={i18n}>
      <Stage lines={lines} {...(handlers && { handlers })} />
    </I18nProvider>,
  );

beforeAll(() => {
  i18n.load('en', {});
  i18n.activate('en');
});

test('arrow keys move a line by ticks and Enter sends it', () => {
  show([line({})]);
  const button = screen.getByRole('button', { name: /^Stop loss/ });
  fireEvent.keyDown(button, { key: 'ArrowDown' });
  fireEvent.keyDown(button, { key: 'PageDown' });
  fireEvent.keyDown(button, { key: 'ArrowUp', shiftKey: true });
  expect(now).toMatchObject({ at: 'ask', from: '58000.0', to: '57999.9' });
  fireEvent.keyDown(button, { key: 'Enter' });
  expect(now).toMatchObject({ at: 'send', to: '57999.9' });
});

test('Enter on a line that was not moved sends nothing', () => {
  show([line({})]);
  fireEvent.keyDown(screen.getByRole('button', { name: /^Stop loss/ }), { key: 'Enter' });
  expect(now).toBe(REST);
});

test('what the page refuses does not go out by key either', () => {
  const refuse = vi.fn(() => 'Above the mark');
  show([line({})], { onDrag: async () => ({ sent: true }), refuse });
  const button = screen.getByRole('button', { name: /^Stop loss/ });
  fireEvent.keyDown(button, { key: 'ArrowUp' });
  fireEvent.keyDown(button, { key: 'Enter' });
  expect(refuse).toHaveBeenLastCalledWith(line({}), '58000.1');
  expect(now).toMatchObject({ at: 'ask' });
});

test('a stop is pulled out of an entry by key, in steps of a tick from the entry', () => {
  show([
    line({ id: 'pos', kind: 'entry', label: 'Long 1', price: '58000.04', draggable: false, pulls: ['stopProfit'] }),
  ]);
  const pull = screen.getByRole('button', { name: /^TP/ });
  fireEvent.keyDown(pull, { key: 'PageUp' });
  fireEvent.keyDown(pull, { key: 'ArrowUp' });
  expect(now).toMatchObject({
    at: 'ask',
    line: { id: 'pos:stopProfit', kind: 'stopProfit', owner: 'pos' },
    from: null,
    to: '58001.1',
  });
});

test('liquidation and entry can not be moved, and taking a line away is asked about', () => {
  show([
    line({ id: 'liq', kind: 'liquidation', label: 'Liquidation', draggable: false }),
    line({ id: 'order', kind: 'order', label: 'Buy 1', removable: true }),
  ]);
  expect(screen.queryByRole('button', { name: /^Liquidation/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Remove: Buy 1 at 58000.0' }));
  expect(now).toMatchObject({ at: 'ask', line: { id: 'order' }, to: null });
});
