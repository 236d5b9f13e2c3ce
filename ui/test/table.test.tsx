// Tables: sorting by values, states in the rows' place, pages; and notices, at most four.
import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  Pages,
  Table,
  Toaster,
  clearToasts,
  closeToast,
  compareDecimal,
  nextSorting,
  sortRows,
  toast,
  toasts,
  useSearched,
  type Column,
} from '../src/index.ts';
import { show } from './helpers.tsx';

interface Row {
  readonly name: string;
  readonly price: string;
}
const rows: readonly Row[] = [
  { name: 'A', price: '9' },
  { name: 'B', price: '10' },
  { name: 'C', price: '-1' },
];
const columns: readonly Column<Row>[] = [
  { key: 'name', head: 'Name', phone: 'keep', cell: (row) => row.name },
  {
    key: 'price',
    head: 'Price',
    right: true,
    compare: (a, b) => compareDecimal(a.price, b.price),
    cell: (row) => row.price,
  },
];
const table = { label: 'Prices', columns, rowKey: (row: Row) => row.name, empty: 'Nothing' } as const;

describe('tables', () => {
  it('sort by value, not by text, and leave the given rows alone', () => {
    expect(sortRows(rows, columns, { key: 'price', descending: false }).map((row) => row.name)).toEqual([
      'C',
      'A',
      'B',
    ]);
    expect(sortRows(rows, columns, undefined)).toBe(rows);
    expect(rows[0]?.name).toBe('A');
  });

  it('turn from descending to ascending to none', () => {
    const first = nextSorting('price', undefined);
    expect(first).toEqual({ key: 'price', descending: true });
    expect(nextSorting('price', first)).toEqual({ key: 'price', descending: false });
    expect(nextSorting('price', { key: 'price', descending: false })).toBeUndefined();
  });

  it('say their order to screen readers and ask for another on a click', () => {
    const onSort = vi.fn();
    show(<Table {...table} rows={rows} sorting={{ key: 'price', descending: true }} onSort={onSort} />);
    expect(screen.getByRole('columnheader', { name: 'Price' }).getAttribute('aria-sort')).toBe('descending');
    fireEvent.click(screen.getByRole('button', { name: 'Price' }));
    expect(onSort).toHaveBeenCalledWith({ key: 'price', descending: false });
  });

  it('show emptiness, faults and loading in the rows’ place', () => {
    const { unmount } = show(<Table {...table} rows={[]} />);
    expect(screen.getByText('Nothing')).toBeTruthy();
    unmount();
    const broken = show(<Table {...table} rows={undefined} error="Did not load" />);
    expect(screen.getByText('Did not load')).toBeTruthy();
    broken.unmount();
    show(<Table {...table} rows={undefined} />);
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
  });

  it('open a row for the columns the phone leaves out', () => {
    show(<Table {...table} rows={rows.slice(0, 1)} />);
    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    expect(screen.getByRole('term').textContent).toBe('Price');
  });

  it('turn pages and say which rows are shown of all', () => {
    const onChange = vi.fn();
    show(<Table {...table} rows={rows} paging={<Pages current={2} size={15} total={34} onChange={onChange} />} />);
    expect(screen.getByText('16 to 30 of 34')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(onChange).toHaveBeenCalledWith(3);
  });
});

describe('§4 notices', () => {
  beforeEach(() => act(clearToasts));

  it('are four at most: the oldest leaves', () => {
    act(() => {
      for (const name of ['one', 'two', 'three', 'four', 'five'])
        toast({ id: name, group: 'order', kind: 'done', title: name });
    });
    expect(toasts().map((notice) => notice.id)).toEqual(['two', 'three', 'four', 'five']);
  });

  it('stay until clicked, and replace their own kind', () => {
    show(<Toaster />);
    act(() => {
      toast({ id: 'order', kind: 'waiting', title: 'Order sent, answer missing' });
      toast({ id: 'order', kind: 'done', title: 'Bought 0.01000 BTC' });
    });
    expect(screen.queryByText('Order sent, answer missing')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('Bought 0.01000 BTC')).toBeNull();
    act(() => closeToast('order'));
  });
});

describe('a list that was not searched whole', () => {
  function Orders({ ask }: { readonly ask: (input: object) => number | null }) {
    const list = useSearched();
    const input = { current: list.current, ...list.older };
    const page = { total: list.older.endTime === undefined ? 0 : 1, searchedUntil: ask(input) };
    return <Table {...table} rows={page.total === 0 ? [] : rows} paging={list.paging(page, 15)} />;
  }

  it('says how far it was searched, goes on with what is older, and back', () => {
    const ask = vi.fn(({ endTime }: { readonly endTime?: number }) =>
      endTime === undefined ? 1_790_000_000_000 : null,
    );
    show(<Orders ask={ask} />);
    expect(screen.getByTestId('searched-until').textContent).toContain('2026');
    fireEvent.click(screen.getByRole('button', { name: 'Search further back' }));
    expect(ask).toHaveBeenLastCalledWith({ current: 1, endTime: 1_790_000_000_000 });
    expect(screen.queryByTestId('searched-until')).toBeNull();
    expect(screen.getByText('1 to 1 of 1')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Back to the newest' }));
    expect(ask).toHaveBeenLastCalledWith({ current: 1 });
  });
});
