// What a page that does not load offers (§9 chunk load time-out).
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TooLong } from '../src/app/progress.tsx';
import { defaultConfig } from '../src/runtime/index.ts';

beforeEach(() => {
  i18n.load('en', {});
  i18n.activate('en');
  vi.useFakeTimers();
});

afterEach(() => vi.useRealTimers());

test('§9 after the chunk time-out of 120 s, and no earlier, a page that does not load offers a reload', () => {
  render(
    <I18nProvider i18n={i18n}>
      <TooLong after={defaultConfig.chunkTimeout} />
    </I18nProvider>,
  );
  act(() => void vi.advanceTimersByTime(119_999));
  expect(screen.queryByRole('alert')).toBeNull();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.getByRole('alert').querySelector('button')).not.toBeNull();
});
