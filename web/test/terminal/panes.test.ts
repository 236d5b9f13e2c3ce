import { describe, expect, test } from 'vitest';
import {
  boundsOf,
  CHART_LEAST,
  gridOf,
  readPanes,
  shownPanes,
  SIZED,
  sizesOf,
  usualPanes,
} from '../../src/features/terminal/panes.ts';

const desk = { width: 1_280, height: 760 };
const wide = { width: 1_920, height: 900 };

describe('panes of the terminal (look §9)', () => {
  test('the usual sizes are those of the drawings', () => {
    const shown = shownPanes('working', false, []);
    expect(shown).toEqual(['book', 'ticket', 'orders']);
    expect(sizesOf('working', usualPanes, shown, desk)).toMatchObject({ book: 284, ticket: 320, orders: 210 });
    const all = shownPanes('wide', true, []);
    expect(all).toEqual(['markets', 'book', 'trades', 'ticket', 'orders']);
    expect(sizesOf('wide', usualPanes, all, wide)).toMatchObject({ markets: 264, book: 284, trades: 232, ticket: 332 });
  });

  test('whatever is chosen, in whatever window, the chart keeps its least where the panes can give way', () => {
    for (let width = 981; width <= 2_400; width += 37) {
      for (const size of [0, 150, 300, 10_000]) {
        const layout = width >= 1_720 ? 'wide' : 'working';
        const sizes = Object.fromEntries(SIZED.map((pane) => [pane, size]));
        const shown = shownPanes(layout, layout === 'wide', []);
        const got = sizesOf(layout, { sizes, hidden: [] }, shown, { width, height: 760 });
        const taken = shown.filter((pane) => pane !== 'orders').reduce((sum, pane) => sum + got[pane], 0);
        expect(width - taken, `at ${width} with ${size}`).toBeGreaterThanOrEqual(CHART_LEAST.width);
        expect(760 - got.orders).toBeGreaterThanOrEqual(CHART_LEAST.height);
      }
    }
  });

  test('a pane grows no further than the others and the chart allow', () => {
    const shown = shownPanes('working', false, []);
    const sizes = sizesOf('working', usualPanes, shown, { width: 1_000, height: 760 });
    expect(boundsOf('book', shown, sizes, { width: 1_000, height: 760 })).toEqual({ least: 240, most: 360 });
  });

  test('every shown pane has an area and a separator of its own, a hidden one has neither', () => {
    const shown = shownPanes('wide', true, ['trades', 'orders']);
    const { areas, columns, rows } = gridOf(shown, sizesOf('wide', usualPanes, shown, wide));
    for (const pane of ['markets', 'book', 'ticket']) {
      expect(areas).toContain(`s-${pane}`);
      expect(areas.split(/[' ]/)).toContain(pane);
    }
    expect(areas).not.toContain('trades');
    expect(areas).not.toContain('orders');
    expect(rows).toBe('minmax(0, 1fr)');
    expect(columns.match(/px/g)).toHaveLength(6);
    const full = gridOf(shownPanes('working', true, []), sizesOf('working', usualPanes, ['markets'], desk));
    const lines = full.areas.match(/'[^']+'/g) ?? [];
    expect(lines).toHaveLength(3);
    const tracks = full.columns.replace('minmax(0, 1fr)', '1fr').split(' ').length;
    for (const line of lines) expect(line.split(' ')).toHaveLength(tracks);
  });

  test('what was kept is read with care: another form is as nothing, a size stays within its bounds', () => {
    expect(readPanes(undefined)).toBe(usualPanes);
    expect(readPanes('{')).toBe(usualPanes);
    expect(readPanes('[]')).toBe(usualPanes);
    expect(readPanes('{"sizes":{"book":99999,"ticket":"5","chart":4},"hidden":["trades","chart",3]}')).toEqual({
      sizes: { book: 520 },
      hidden: ['trades'],
    });
  });
});
