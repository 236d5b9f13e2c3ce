// One pane that throws: the others go on, and it can be drawn again.
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ThemeProvider } from '@vitrine/ui';
import { PaneBoundary } from '../src/page/index.ts';

let broken = true;

function Pane() {
  if (broken) throw new Error('planted');
  return <p data-testid="pane">whole</p>;
}

const page = (of: string) => (
  <I18nProvider i18n={i18n}>
    <ThemeProvider name="theme-daytime" env="test">
      <PaneBoundary of={of}>
        <Pane />
      </PaneBoundary>
      <PaneBoundary>
        <p data-testid="other">other</p>
      </PaneBoundary>
    </ThemeProvider>
  </I18nProvider>
);

beforeEach(() => {
  broken = true;
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  // React logs what a boundary caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

test('a pane that throws says so, the other stands; the root gets the error', () => {
  const onCaughtError = vi.fn();
  render(page('a'), { onCaughtError });
  expect(screen.getByTestId('pane-failed')).toBeTruthy();
  expect(screen.getByTestId('other')).toBeTruthy();
  expect(onCaughtError.mock.calls[0]?.[0]).toEqual(new Error('planted'));
});

test('it is drawn again at a press, or with another market', async () => {
  const { rerender } = render(page('a'));
  broken = false;
  fireEvent.click(screen.getByTestId('reload-pane'));
  expect(await screen.findByTestId('pane')).toBeTruthy();
  broken = true;
  rerender(page('b'));
  expect(screen.getByTestId('pane-failed')).toBeTruthy();
  broken = false;
  rerender(page('c'));
  expect(await screen.findByTestId('pane')).toBeTruthy();
});
