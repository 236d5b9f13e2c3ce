// Specification of one views table: its columns, its key, and how a second row with the same key is merged.

/** Column types in use. int8 holds words of the core, numeric whole totals of any size. */
export type ColumnType = 'numeric' | 'int8' | 'int4' | 'int2' | 'bool' | 'text';

export interface TableSpec {
  readonly columns: Readonly<Record<string, ColumnType>>;
  readonly key: readonly string[];
  /**
   * How a second row with the same key is merged. `insert`: there is none. `replace`: overwrites all but the key and
   * `kept`. `add`: adds the columns of `added` and overwrites the rest. `once`: changes nothing. A column of `lasting`
   * stays true once set.
   */
  readonly merge: 'insert' | 'replace' | 'add' | 'once';
  readonly kept?: readonly string[];
  readonly added?: readonly string[];
  readonly lasting?: readonly string[];
}
