import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { render, screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { noPosition, type Own } from '../../src/features/contract/ticket/form.ts';
import { takingBack } from '../../src/features/contract/dialogs/margin.ts';
import { RequiresRest } from '../../src/features/contract/words.tsx';
import { linear } from './kit.ts';

const MILLION = 1_000_000;
const PRICE = 100_000_00;
/** 0.1 BTC bought at 10,000 with 20-fold leverage, and 20 USDT added to its margin of 50. */
const own: Own = { ...noPosition, lots: 10_000, cost: 1_000 * MILLION, margin: 70 * MILLION, leverage: 20 };

beforeAll(() => {
  i18n.load('en', {});
  i18n.activate('en');
});

test('§3 margin just added is taken back whole while both prices bear it', () => {
  expect(takingBack(linear, 1, own, [PRICE, PRICE], 20 * MILLION)).toBeUndefined();
});

test('§3 else it is said how much of it may leave, by the worse of mark and index', () => {
  // Bought at the ask: at an index 0.1 % lower 1 USDT is lost and 49.95 are required.
  const index = PRICE - PRICE / 1_000;
  for (const prices of [
    [PRICE, index],
    [index, PRICE],
  ]) {
    const found = takingBack(linear, 1, own, prices, 20 * MILLION);
    expect(found).toEqual({ flaw: 'required', most: 70 * MILLION - 49_950_000 - MILLION });
  }
  render(
    <I18nProvider i18n={i18n}>
      <p data-testid="why">
        <RequiresRest most={19_050_000} terms={linear} />
      </p>
    </I18nProvider>,
  );
  expect(screen.getByTestId('why').textContent).toMatch(/requires the rest; you can remove 19\.05\d* USDT/u);
});
