// Makes tables full in tests, although the real limits are millions of rows.

import type { Exchange } from '../../src/index.ts';
import type { Parts } from '../../src/parts.ts';
import type { TableBase } from '../../src/state/index.ts';

export function partsOf(exchange: Exchange): Parts {
  return (exchange as unknown as { parts: Parts }).parts;
}

export function tablesOf(exchange: Exchange): readonly TableBase[] {
  return partsOf(exchange).registry.tables;
}

export function tableOf(exchange: Exchange, name: string): TableBase {
  const table = tablesOf(exchange).find((one) => one.name === name);
  if (table === undefined) throw new Error(`Expected a table ${name}.`);
  return table;
}

/** Leaves a table that many free rows: none, or only the rows reserved for open items. */
export function leaveRows(exchange: Exchange, name: string, left: 'none' | 'kept'): void {
  const table = tableOf(exchange, name);
  // In the timer heap, all rows above the last one are free.
  const used = name === 'timers' ? table.live : table.rowsUsed();
  table.bound(used + (left === 'none' ? 0 : partsOf(exchange).keptOf(name)));
}

/** Calls `note` with the name of each table that allocates a row, except by a given id. */
export function watchRows(exchange: Exchange, note: (table: string) => void): void {
  for (const table of tablesOf(exchange)) {
    let reaching = false;
    const { reach, append, take } = table;
    table.reach = (slot) => {
      reaching = true;
      reach.call(table, slot);
      reaching = false;
    };
    table.append = () => {
      if (!reaching) note(table.name);
      return append.call(table);
    };
    table.take = () => {
      note(table.name);
      return take.call(table);
    };
  }
  const { timers } = partsOf(exchange);
  const { add } = timers;
  timers.add = (due, kind, id) => {
    note('timers');
    add.call(timers, due, kind, id);
  };
}

/** Names of the tables in which `run` allocates rows. */
export function takenBy(exchange: Exchange, run: () => void): string[] {
  const names = new Set<string>();
  watchRows(exchange, (table) => names.add(table));
  run();
  return [...names];
}
