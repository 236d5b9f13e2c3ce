// What is said of a write that failed: nothing is claimed that is not known (failures, in the client).
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { ApiFault, NoAnswer } from '../../src/api/index.ts';
import { faultWords, RefusedWords, type SubmitState } from '../../src/ticket/index.ts';

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

const refused = (outcome: 'none' | 'unknown') => ({ step: 'refused', words: 'Refused.', outcome }) as const;
const lineOf = (state: Extract<SubmitState, { step: 'refused' }>) => {
  render(
    <I18nProvider i18n={i18n}>
      <p data-testid="line">
        <RefusedWords state={state} />
      </p>
    </I18nProvider>,
  );
  return screen.getByTestId('line').textContent;
};

describe('a write without an answer', () => {
  test('is said to have changed nothing only where that is known', () => {
    expect(lineOf(refused('none'))).toBe('Refused. Nothing changed.');
  });

  test('else it is not', () => {
    expect(lineOf(refused('unknown'))).toBe('Refused. ');
  });

  test('is shown in words for customers, never in those of a developer', () => {
    for (const reason of ['offline', 'timeout'] as const) {
      const words = faultWords(
        new NoAnswer(reason, 'expected an answer to contract.order.submit, the connection failed'),
      );
      expect(words).not.toContain('expected');
      expect(words).not.toContain('contract.order.submit');
    }
    expect(faultWords(new ApiFault(2109, { key: 'order.tooMany', args: {} }, 'x', false))).not.toBe('x');
  });
});
