// Issue 18, part 2: a hint opens by pointing, by keyboard focus and by a tap, and closes by Escape.
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Hint, HintMark } from '../../src/hint/index.ts';

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));
afterEach(cleanup);

const sentence = /fair price made of the index/;

function shown(onEscape = vi.fn()) {
  render(
    <I18nProvider i18n={i18n}>
      <form aria-label="Order form">
        <Hint of="mark">Mark</Hint>
        <input aria-label="Price" />
        <HintMark of="postOnly" name="Post only" />
      </form>
    </I18nProvider>,
  );
  const hear = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onEscape();
  };
  screen.getByRole('form').addEventListener('keydown', hear);
  return { word: screen.getByRole('button', { name: 'Mark' }), onEscape };
}

it('opens on a press, names itself and links to the rules (issue 18, part 2)', async () => {
  const { word } = shown();
  expect(word.getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(word, { detail: 1 });
  const card = await screen.findByRole('dialog', { name: 'Mark price' });
  expect(card.textContent).toMatch(sentence);
  expect(word.getAttribute('aria-expanded')).toBe('true');
  expect(document.querySelector(`#${CSS.escape(word.getAttribute('aria-describedby') ?? '')}`)?.textContent).toMatch(
    sentence,
  );
  const link = within(card).getByRole('link');
  expect(link.getAttribute('href')).toBe('/rule/index?key=contracts#rule-mark');
  expect(link.textContent).toContain('new tab');
  fireEvent.click(word, { detail: 1 });
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('closes by Escape, which the form around it does not see (issue 18, part 2)', async () => {
  const { word, onEscape } = shown();
  fireEvent.click(word, { detail: 1 });
  await screen.findByRole('dialog');
  word.focus();
  fireEvent.keyDown(word, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(onEscape).not.toHaveBeenCalled();
  fireEvent.keyDown(word, { key: 'Escape' });
  expect(onEscape).toHaveBeenCalledOnce();
});

it('opens by pointing and closes when the pointer leaves word and card (issue 18, part 2)', async () => {
  const { word } = shown();
  fireEvent.pointerEnter(word, { pointerType: 'mouse' });
  await screen.findByRole('dialog');
  fireEvent.pointerLeave(word, { pointerType: 'mouse' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('does not open when a finger only passes over it (issue 18, part 2)', async () => {
  const { word } = shown();
  vi.useFakeTimers();
  fireEvent.pointerEnter(word, { pointerType: 'touch' });
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  vi.useRealTimers();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('leads from the word into the card and back by Tab; Enter moves into the card (issue 18, part 2)', async () => {
  const { word } = shown();
  const user = userEvent.setup();
  word.focus();
  await user.keyboard('{Enter}');
  const card = await screen.findByRole('dialog');
  await waitFor(() => expect(document.activeElement).toBe(card));
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(word);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('closes when another one opens (issue 18, part 2)', async () => {
  const { word } = shown();
  fireEvent.click(word, { detail: 1 });
  await screen.findByRole('dialog', { name: 'Mark price' });
  fireEvent.click(screen.getByRole('button', { name: 'What is Post only?' }), { detail: 1 });
  await screen.findByRole('dialog', { name: 'Post only' });
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
});
