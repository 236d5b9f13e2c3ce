// core §7 snapshots carry their layout: one of an older layout is migrated column by column, and its digest still proves
// it (upgrades §3).

import { describe, expect, it } from 'vitest';
import { restoreExchange, type SnapshotParts } from '../../src/index.ts';
import {
  checksum,
  digestOf,
  type LayoutChanges,
  Registry,
  type Shape,
  table,
  type TablePart,
} from '../../src/state/index.ts';
import { ANNA, World } from '../kit/world.ts';

const OLD = { size: 'f64', kind: 'i32' } as const satisfies Shape;
const HEADER = { format: 2, rules: 1, time: 1, seq: 1, hash: '' };

/** A registry of one table with these columns, filled by `fill`. */
function made(shape: Shape, changes: LayoutChanges = {}, fill?: (columns: Record<string, Float64Array>) => void) {
  const registry = new Registry();
  const rows = registry.add(table('things', shape, 100, true, changes));
  if (fill !== undefined) {
    rows.reach(3);
    fill(rows as unknown as Record<string, Float64Array>);
  }
  return { registry, rows };
}

function fillOld(columns: Record<string, Float64Array>): void {
  for (const row of [1, 2, 3]) {
    columns['size']![row] = row * 1_000;
    columns['kind']![row] = row;
  }
}

/** The table as a release of the old layout saved it. */
function saved(): TablePart {
  const [part] = made(OLD, {}, fillOld).registry.save();
  return structuredClone(part!);
}

/** The same table loaded by a release with another layout. */
function loaded(shape: Shape, changes: LayoutChanges) {
  const { registry, rows } = made(shape, changes);
  const dropped = rows.load(saved());
  const values = Object.fromEntries(rows.names.map((name) => [name, [...rows.column(name).slice(1, 4)]]));
  return { dropped, values, digest: registry.digest() };
}

const before = made(OLD, {}, fillOld).registry.digest();

describe('core §7 a snapshot of an older layout', () => {
  it('gives a column that joined later its default, and the digest stays', () => {
    const shape = { ...OLD, mark: 'f64', side: 'i32' } as const;
    const { values, digest, dropped } = loaded(shape, { added: { mark: 0, side: 7 } });
    expect(values).toEqual({ size: [1_000, 2_000, 3_000], kind: [1, 2, 3], mark: [0, 0, 0], side: [7, 7, 7] });
    expect([digest, dropped]).toEqual([before, false]);
  });

  it('a row made later starts with the default too', () => {
    const { rows } = made({ ...OLD, side: 'i32' }, { added: { side: 7 } });
    rows.reach(2);
    expect([...rows.column('side').slice(0, 3)]).toEqual([0, 7, 7]);
  });

  it('once such a column is written to, the digest covers it', () => {
    const shape = { ...OLD, mark: 'f64' } as const;
    const { registry, rows } = made(shape, { added: { mark: 0 } }, fillOld);
    expect(registry.digest()).toBe(before);
    rows.column('mark')[2] = 1;
    expect(registry.digest()).not.toBe(before);
  });

  it('leaves out a column dropped since, and says so', () => {
    const { values, dropped } = loaded({ size: 'f64' }, { dropped: ['kind'] });
    expect([values, dropped]).toEqual([{ size: [1_000, 2_000, 3_000] }, true]);
  });

  it('takes 32-bit integers into a column of doubles; the digest stays', () => {
    const { values, digest } = loaded({ size: 'f64', kind: 'f64' }, {});
    expect([values['kind'], digest]).toEqual([[1, 2, 3], before]);
  });

  it('is refused where a column is missing, unknown or narrower without being declared so', () => {
    expect(() => loaded({ ...OLD, mark: 'f64' }, {})).toThrow('Expected columns size, kind, mark of table things');
    expect(() => loaded({ size: 'f64' }, {})).toThrow('Expected columns size of table things');
    expect(() => loaded({ size: 'i32', kind: 'i32' }, {})).toThrow('Expected column size of table things');
    expect(() => made(OLD, { added: { mark: 0 } })).toThrow('Expected an added column');
  });

  it('is proven by the digest of its own layout before anything of it is used', () => {
    const part = saved();
    const parts = { header: { ...HEADER, digest: before }, tables: [part] } as SnapshotParts;
    expect(digestOf(parts)).toBe(before);
    part.columns[0]!.data[2] = 5;
    expect(digestOf(parts)).not.toBe(before);
  });
});

describe('core §7 a snapshot of format 1', () => {
  /** As a release before layouts wrote it. */
  function oldFormat(): SnapshotParts {
    const world = new World();
    world.buy(ANNA, 5, 90);
    const { header, tables } = structuredClone(world.exchange.save());
    return {
      header: { ...header, format: 1 },
      tables: tables
        .filter(({ head }) => head[0] !== 0)
        .map(({ name, layout, head, columns }) => {
          // It knew no column that joined later.
          const later = layout?.columns.filter(({ added }) => added !== undefined).map((column) => column.name);
          const part = { name, head, columns: columns.filter((column) => later?.includes(column.name) !== true) };
          return { ...part, checksum: checksum(part) };
        }),
    };
  }

  it('is read, and proven by the same digest', () => {
    const parts = oldFormat();
    const exchange = restoreExchange(parts);
    exchange.audit();
    expect(exchange.digest()).toBe(parts.header.digest);
    expect(exchange.save().header.format).toBe(2);
  });

  it('an older format is refused', () => {
    const parts = oldFormat();
    expect(() => restoreExchange({ ...parts, header: { ...parts.header, format: 0 } })).toThrow('format 1 to 2');
  });
});
