// Exports of the state: tables, their registry, hashes, the event buffer, lookups.

export { WordHash } from './hash.ts';
export { Lookup } from './lookup.ts';
export { EventBuffer } from './event-buffer.ts';
export { checkParts, checksum, digestOf, Registry, SNAPSHOT_FORMAT, type SnapshotParts } from './registry.ts';
export {
  type ColumnPart,
  type LayoutChanges,
  LAST_GENERATION,
  pool,
  type Shape,
  SLOT_SPAN,
  table,
  type Table,
  TableBase,
  type TablePart,
} from './table.ts';
