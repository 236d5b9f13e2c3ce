// The outputs on a page: unit after the number, direction shown in three ways, unknown as a dash.
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  Age,
  JournalMark,
  NumAmount,
  NumMoney,
  NumPercent,
  NumPrice,
  NumWorth,
  SourceChip,
  Time,
  ValueChange,
} from '../src/index.ts';
import { show } from './helpers.tsx';

describe('outputs', () => {
  it('print the unit after a space, never before (look §6)', () => {
    const { container } = show(<NumMoney value="12388.150000" asset="USDT" scale={6} showAsset />);
    expect(container.textContent).toBe('12,388.15 USDT');
  });

  it('tell a direction by triangle, sign and colour; zero by a bar without sign (look §6)', () => {
    const { container } = show(
      <>
        <NumPercent value="0.82" directed />
        <NumPercent value="-0.37" directed />
        <NumPercent value="0" directed />
      </>,
    );
    expect(container.textContent).toBe('+0.82%\u22120.37%0.00%');
    const shapes = [...container.querySelectorAll('path')].map((path) => path.getAttribute('d'));
    expect(new Set(shapes).size).toBe(3);
  });

  it('print the unknown as an en dash', () => {
    const { container } = show(
      <>
        <NumPrice value={null} decimals={1} />
        <NumAmount value={undefined} decimals={5} />
        <Time at={null} />
        <Age age={undefined} />
      </>,
    );
    expect(container.textContent).toBe('––––');
  });

  it('tell worths in the reader’s currency, in USDT when its rate is not known (design §7)', () => {
    const { container, rerender } = show(<NumWorth value="100" />);
    expect(container.textContent).toBe('711.00 CNY');
    rerender(<span />);
    const unknown = show(<NumWorth value="100" />, { currency: { code: 'EUR', symbol: '€' } });
    expect(unknown.container.textContent).toBe('100.00 USDT');
  });

  it('print now and after with their heads from two changes on, the fee alone', () => {
    const { container } = show(
      <ValueChange
        title="If filled"
        rows={[
          { key: 'usdt', label: 'USDT', now: '10', after: '5' },
          { key: 'btc', label: 'BTC', now: '0', after: '1' },
          { key: 'fee', label: 'Fee', only: '0.01' },
        ]}
      />,
    );
    expect(container.textContent).toContain('If fillednowafter');
    expect(screen.getAllByRole('img', { name: 'becomes' })).toHaveLength(2);
  });

  it('say nothing of after while an action is pending: now may count it already (failures, in the client)', () => {
    const { container } = show(
      <ValueChange
        pending
        rows={[
          { key: 'usdt', label: 'USDT', now: '5', after: '0' },
          { key: 'fee', label: 'Fee', only: '0.01' },
        ]}
      />,
    );
    expect([...container.querySelectorAll('dd')].map((cell) => cell.textContent)).toEqual(['5', '', '–', '0.01']);
  });

  it('draw a hash as 32 bars whose heights grow with their digit', () => {
    const { container } = show(<JournalMark hash="0f00000000000000000000000000000f" />);
    const bars = [...container.querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('height')));
    expect(bars).toHaveLength(32);
    expect(bars[1]).toBeGreaterThan(bars[0]!);
    expect(bars[1]).toBe(bars[31]);
  });

  it('say of a price how old it is, from how many sources, and that the market is closed', () => {
    const fresh = show(<SourceChip age={300} seq={48_213_886} used={5} total={6} />);
    expect(fresh.container.textContent).toBe('0.3 s5 of 6#48,213,886');
    const closed = show(<SourceChip age={90_000} closed={{ opensAt: Date.UTC(2026, 10, 21, 7, 30) }} />);
    expect(closed.container.textContent).toBe('closed, opens 15:30:00');
  });
});
