// What the desk says of a fault: its own words, never a developer's.
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ApiFault } from '../src/api/index.ts';
import { useFaultText } from '../src/words/index.ts';

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

const text = (error: unknown): string =>
  renderHook(() => useFaultText(), {
    wrapper: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>,
  }).result.current(error);

test('a fault of the page, and an answer that nobody of ours wrote, have a sentence of the desk', () => {
  expect(text(new TypeError("Cannot read properties of undefined (reading 'id')"))).toBe('Something went wrong');
  expect(text('thrown')).toBe('Something went wrong');
  expect(text(new ApiFault(500, '', { key: 'server.fault', args: {} }))).toBe('Something went wrong');
});

test('an answer that breaks the contract is shown without the schema’s words', () => {
  const made = new ApiFault(500, 'expected the answer of desk.me as the contract says, got 3 issues', {
    key: 'server.fault',
    args: {},
  });
  expect(text(made)).toBe('Something went wrong');
});

test('what the desk wrote of a refusal stands', () => {
  expect(text(new ApiFault(409, 'Somebody else decided it.', { key: 'desk.refused', args: {} }))).toBe(
    'Somebody else decided it.',
  );
});
