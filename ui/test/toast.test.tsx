// Notices: at most four, each until it is clicked.
import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Toaster, clearToasts, maxToasts, toast, toasts } from '../src/index.ts';
import { show } from './helpers.tsx';

beforeEach(() => act(clearToasts));

const tell = (title: string, id?: string) =>
  act(() => void toast({ kind: 'done', group: 'order', title, ...(id && { id }) }));
const texts = () => screen.getAllByRole('status').map((notice) => notice.textContent);

describe('notices (§4, §9: max 4 notifications)', () => {
  it('show four at most: with a fifth the oldest leaves', () => {
    show(<Toaster />);
    for (const title of ['one', 'two', 'three', 'four', 'five']) tell(title);
    expect(screen.getAllByRole('status').map((notice) => notice.textContent)).toEqual(['two', 'three', 'four', 'five']);
    expect(toasts()).toHaveLength(maxToasts);
  });

  it('stay until clicked, and leave one by one', () => {
    show(<Toaster />);
    tell('one');
    tell('two');
    const [first] = screen.getAllByRole('button', { name: 'Close' });
    if (first) fireEvent.click(first);
    expect(screen.queryByText('one')).toBeNull();
    expect(screen.getByText('two')).toBeTruthy();
  });

  it('hand the focus on when one is closed: to the next, the one before, and then to where it was', () => {
    show(
      <>
        <button type="button">Buy</button>
        <Toaster />
      </>,
    );
    for (const title of ['one', 'two', 'three']) tell(title);
    const buy = screen.getByRole('button', { name: 'Buy' });
    const closeOf = (title: string) => within(screen.getByText(title).closest('[role]')!).getByRole('button');
    buy.focus();
    closeOf('two').focus();
    fireEvent.click(closeOf('two'));
    expect(document.activeElement).toBe(closeOf('three'));
    fireEvent.click(closeOf('three'));
    expect(document.activeElement).toBe(closeOf('one'));
    fireEvent.click(closeOf('one'));
    expect(document.activeElement).toBe(buy);
  });

  it('of refusals and copies never close those of orders: two of them at most', () => {
    show(<Toaster />);
    for (const title of ['one', 'two', 'three', 'four']) tell(title);
    for (const title of ['copied', 'refused', 'again']) act(() => void toast({ kind: 'done', title }));
    expect(texts()).toEqual(['one', 'two', 'three', 'four', 'refused', 'again']);
    tell('five');
    expect(texts()).toEqual(['two', 'three', 'four', 'refused', 'again', 'five']);
  });

  it('of one thing replace each other, so that the fills of an order tell one sum', () => {
    show(<Toaster />);
    tell('Bought 1', 'order-7');
    tell('Bought 2', 'order-7');
    expect(screen.getAllByRole('status').map((notice) => notice.textContent)).toEqual(['Bought 2']);
  });
});
