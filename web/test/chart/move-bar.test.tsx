import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useEffect, useReducer } from 'react';
import { beforeAll, expect, test, vi } from 'vitest';
import type { ChartLine, ChartLineAnswer, ChartLineHandlers } from '../../src/features/chart/lines/line.ts';
import { type MoveEvent, moveOn, REST } from '../../src/features/chart/move/move.ts';
import { MoveBar, useMoveSending } from '../../src/features/chart/move/move-bar.tsx';

const stop: ChartLine = {
  id: 'stop',
  kind: 'stopLoss',
  price: '58000.0',
  side: 'buy',
  label: 'Stop loss',
  draggable: true,
};

let tell: (event: MoveEvent) => void = () => undefined;

function Stage({ handlers }: { readonly handlers: ChartLineHandlers }) {
  const [move, onMove] = useReducer(moveOn, REST);
  useEffect(() => {
    tell = onMove;
  }, []);
  useMoveSending(move, onMove, handlers);
  return <MoveBar move={move} onMove={onMove} handlers={handlers} tickDecimals={1} />;
}

const show = (handlers: ChartLineHandlers) =>
  render(
    <I18nProvider i18n={i18n}>
      <Stage handlers={handlers} />
    </I18nProvider>,
  );
const drag = (to: string) =>
  act(() => {
    tell({ is: 'hold', line: stop });
    tell({ is: 'to', price: to });
    tell({ is: 'release' });
  });
const bar = () => screen.queryByTestId('move-bar');

beforeAll(() => {
  i18n.load('en', {});
  i18n.activate('en');
});

test('a moved line is shown with what would change, and goes out only with Send, once', async () => {
  let answer: (value: ChartLineAnswer) => void = () => undefined;
  const onDrag = vi.fn(() => new Promise<ChartLineAnswer>((done) => (answer = done)));
  show({ onDrag, describe: (line, price) => `${line.label} to ${price}` });
  drag('57500.0');
  expect(bar()?.textContent).toContain('58,000.0');
  expect(bar()?.textContent).toContain('57,500.0');
  expect(bar()?.textContent).toContain('Stop loss to 57500.0');
  expect(onDrag).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(onDrag).toHaveBeenCalledExactlyOnceWith(stop, '57500.0');
  await act(async () => answer({ sent: true }));
  // And it can be taken back: to the very price it had.
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(onDrag).toHaveBeenLastCalledWith({ ...stop, price: '57500.0' }, '58000.0');
  await act(async () => answer({ sent: true }));
  expect(bar()).toBeNull();
});

test('Undo before it is sent sends nothing', () => {
  const onDrag = vi.fn(async (): Promise<ChartLineAnswer> => ({ sent: true }));
  show({ onDrag });
  drag('57500.0');
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(bar()).toBeNull();
  expect(onDrag).not.toHaveBeenCalled();
});

test('where the page says it may not go there, it says why and cannot be sent', () => {
  show({ onDrag: async () => ({ sent: true }), refuse: () => 'Above the mark' });
  drag('99000.0');
  expect(bar()?.textContent).toContain('Above the mark');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
});

test('a refusal is shown, and so is a change that was not sent', async () => {
  const { unmount } = show({ onDrag: async () => ({ sent: false, why: 'Too far from the index' }) });
  drag('57500.0');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Send' })));
  expect(screen.getByRole('alert').textContent).toBe('Too far from the index');
  unmount();

  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  show({ onDrag: () => Promise.reject(new Error('line cut')) });
  drag('57500.0');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Send' })));
  expect(screen.getByRole('alert').textContent).toContain('not sent');
  expect(reported).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});

test('what was sent is offered to be taken back for some seconds only', async () => {
  vi.useFakeTimers();
  try {
    show({ onDrag: async () => ({ sent: true }) });
    drag('57500.0');
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Send' })));
    expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
    act(() => {
      vi.advanceTimersByTime(60_000);
    });
    expect(bar()).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});
