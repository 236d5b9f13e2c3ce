import { beforeEach, describe, expect, test } from 'vitest';
import { drawDepth } from '../../src/features/book/depth.ts';
import { BookPainter, type BookView } from '../../src/features/book/painter.ts';
import { reachOf } from '../../src/features/book/reach.ts';
import { BookStore } from '../../src/live/stores/book-store.ts';

const look = { row: 'row', price: 'price', amount: 'amount', total: 'total', own: 'own', ownLabel: 'your order' };

function world(rows = 3) {
  document.body.innerHTML = '<div id="asks"></div><div id="bids"></div>';
  const [asks, bids] = [...document.querySelectorAll<HTMLElement>('body > div')];
  const shares: (number | undefined)[] = [];
  const painter = new BookPainter({ asks: asks!, bids: bids!, id: 'b' }, { ask: look, bid: look }, (share) =>
    shares.push(share),
  );
  painter.resize(rows);
  const store = new BookStore({ tickDecimals: 1, lotDecimals: 3 });
  store.snapshot(
    {
      bids: [
        ['100.0', '1.000', '1.000'],
        ['99.9', '2.000', '0'],
        ['99.0', '3.000', '0'],
        ['98.0', '9.000', '0'],
      ],
      asks: [
        ['100.2', '1.000', '1.000'],
        ['100.3', '1.000', '0'],
      ],
    },
    1,
    1,
  );
  const view = (part: Partial<BookView> = {}): BookView => ({
    store,
    step: 1,
    showHouse: true,
    ownBids: new Set(),
    ownAsks: new Set(),
    printPrice: (text) => text,
    printAmount: (text) => text,
    ...part,
  });
  const shown = (side: HTMLElement) =>
    [...side.children]
      .filter((row) => (row as HTMLElement).style.visibility !== 'hidden')
      .map((row) => row.textContent);
  return { painter, store, view, shares, asks: asks!, bids: bids!, shown };
}

beforeEach(() => {
  document.body.innerHTML = '';
});

describe('the painted book (look §8)', () => {
  test('asks above with the best lowest, bids below with the best first, totals running from the best', () => {
    const { painter, view, asks, bids, shown } = world();
    painter.paint(view());
    expect(shown(asks)).toEqual(['100.31.0002.000', '100.21.0001.000']);
    expect(shown(bids)).toEqual(['100.01.0001.000', '99.92.0003.000', '99.03.0006.000']);
  });

  test('rows are painted in place: the same elements, whatever changes', () => {
    const { painter, view, store, bids } = world();
    painter.paint(view());
    const before = [...bids.children];
    store.apply(
      {
        bids: [
          ['100.1', '5.000'],
          ['100.0', '0'],
        ],
        asks: [],
      },
      2,
      2,
    );
    painter.paint(view());
    expect([...bids.children].every((row, at) => row === before[at])).toBe(true);
    expect(bids.children[0]?.textContent).toBe('100.15.0005.000');
  });

  test('pointing freezes what is shown; the last paint asked for is made at the thaw', () => {
    const { painter, view, store, bids } = world();
    painter.paint(view());
    painter.freeze();
    store.apply({ bids: [['100.1', '5.000']], asks: [] }, 2, 2);
    painter.paint(view());
    expect(bids.children[0]?.textContent).toBe('100.01.0001.000');
    expect(painter.bids.ticksOf(bids.children[0]!)).toBe(1_000);
    painter.thaw();
    expect(bids.children[0]?.textContent).toBe('100.15.0005.000');
  });

  test('own orders have their mark, in their group too', () => {
    const { painter, view, bids } = world();
    const marked = () => [...bids.querySelectorAll<HTMLElement>('.own')].map((mark) => !mark.hidden);
    painter.paint(view({ ownBids: new Set([999]) }));
    expect(marked()).toEqual([false, true, false]);
    painter.paint(view({ step: 10, ownBids: new Set([999]) }));
    expect(marked()).toEqual([false, true, false]);
  });

  test("the market maker's share of what is shown is in view, and its bars can be hidden", () => {
    const { painter, view, shares, bids } = world();
    painter.paint(view());
    expect(shares.at(-1)).toBe(25);
    expect((bids.children[0] as HTMLElement).style.getPropertyValue('--house')).not.toBe('0.0%');
    painter.paint(view({ showHouse: false }));
    expect((bids.children[0] as HTMLElement).style.getPropertyValue('--house')).toBe('0.0%');
  });

  test('bars end before the price: 64 % of the row at most', () => {
    const { painter, view, bids } = world();
    painter.paint(view());
    expect([...bids.children].map((row) => (row as HTMLElement).style.getPropertyValue('--all')).at(-1)).toBe('64.0%');
  });

  test('a row that lost its level hides and gives no price', () => {
    const { painter, view, store, asks } = world();
    painter.paint(view());
    store.apply(
      {
        bids: [],
        asks: [
          ['100.2', '0'],
          ['100.3', '0'],
        ],
      },
      2,
      2,
    );
    painter.paint(view());
    expect([...asks.children].map((row) => painter.asks.ticksOf(row))).toEqual([0, 0, 0]);
  });
});

describe('the depth picture', () => {
  test('keeps the middle in the middle and both sides to one scale', () => {
    const { store } = world();
    const picture = drawDepth(store);
    expect(picture).toMatchObject({ low: '98.0', high: '102.2', most: '15.000' });
    expect(picture?.bids.startsWith('M')).toBe(true);
    expect(drawDepth(new BookStore({ tickDecimals: 1, lotDecimals: 3 }))).toBeUndefined();
  });

  test('what is read while frozen is of the rows as they stand', () => {
    const { painter, view, store } = world();
    painter.paint(view());
    expect(painter.standing).toBeUndefined();
    painter.freeze();
    store.apply({ bids: [['100.1', '5.000']], asks: [] }, 2, 2);
    expect(painter.standing?.bids[0]).toEqual({ ticks: 1_000, lots: 1_000 });
    expect(reachOf(painter.standing ?? store, 'bids', 999)?.lots).toBe(3_000n);
    painter.thaw();
    expect(painter.standing).toBeUndefined();
  });
});
