// The ticket's keys: nothing until switched on, never while something is typed, never more than filling the form.
import { fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { prefer } from '../../src/preference/index.ts';
import { useTicketKeys } from '../../src/ticket/index.ts';

const seen: string[] = [];

function Form() {
  const form = useRef<HTMLFormElement>(null);
  useTicketKeys(form, {
    onSide: (side) => seen.push(side),
    onKind: (kind) => seen.push(kind),
    onPercent: (percent) => seen.push(`${percent}%`),
    onClear: () => seen.push('clear'),
  });
  return (
    <>
      <form ref={form}>
        <input name="price" aria-label="price" inputMode="decimal" />
        <input name="amount" aria-label="amount" inputMode="decimal" />
      </form>
      <input aria-label="search" />
    </>
  );
}

beforeEach(() => {
  seen.length = 0;
  prefer({ tradingKeys: true });
  render(<Form />);
});
afterEach(() => prefer({ tradingKeys: false }));

const press = (key: string, target: Element = document.body, more: object = {}) =>
  fireEvent.keyDown(target, { key, ...more });

it('does nothing until switched on, but Esc clears within the ticket', () => {
  prefer({ tradingKeys: false });
  for (const key of 'bslmpa1234') press(key);
  expect(seen).toEqual([]);
  expect(document.activeElement).toBe(document.body);
  press('Escape', screen.getByLabelText('price'));
  press('Escape');
  expect(seen).toEqual(['clear']);
});

it('chooses side, kind and part, and leads to the fields', () => {
  for (const key of ['b', 'S', 'l', 'm', '1', '2', '3', '4']) press(key);
  expect(seen).toEqual(['buy', 'sell', 'limit', 'market', '25%', '50%', '75%', '100%']);
  press('p');
  expect(document.activeElement).toBe(screen.getByLabelText('price'));
  press('a');
  expect(document.activeElement).toBe(screen.getByLabelText('amount'));
});

it('takes letters in a field of numbers, where a digit is text, and nothing in a field of words', () => {
  press('s', screen.getByLabelText('amount'));
  press('1', screen.getByLabelText('amount'));
  for (const key of 'bslmpa1234') press(key, screen.getByLabelText('search'));
  expect(seen).toEqual(['sell']);
});

it('leaves the browser its own keys, and a key held down is one', () => {
  press('s', document.body, { ctrlKey: true });
  press('l', document.body, { metaKey: true });
  press('b', document.body, { repeat: true });
  expect(seen).toEqual([]);
});
