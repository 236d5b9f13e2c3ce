// §9 the overview's total: to the cent, from a million on by size with every cent under it.
import { render } from '@testing-library/react';
import { FormatProvider } from '@vitrine/ui';
import { expect, test } from 'vitest';
import { TotalWorth } from '../../src/features/wallet/overview/total-worth.tsx';

const format = {
  tag: 'en',
  time: { offset: 0, format: 'MM/DD/YYYY' as const },
  currency: { code: 'CNY', symbol: '¥', rate: undefined },
  now: () => 0,
};
const printed = (usdt: string | undefined): string =>
  render(
    <FormatProvider value={format}>
      <TotalWorth usdt={usdt} />
    </FormatProvider>,
  ).container.textContent;

test('§9 numbers by size: M, B, T from a million on', () => {
  expect(printed('29026.34')).toBe('29,026.34 USDT');
  expect(printed('999999.99')).toBe('999,999.99 USDT');
  expect(printed('1234567.89')).toBe('1.2M USDT1,234,567.89 USDT');
  expect(printed('1370000000')).toBe('1.37B USDT1,370,000,000.00 USDT');
  expect(printed('2500000000000')).toMatch(/^2\.50T USDT/);
  expect(printed(undefined)).toBe('–');
});
