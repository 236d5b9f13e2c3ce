// What one table of the views is: its columns, its key, and what a second row of the same key does.

/** Column types used. int8 holds words of the core, numeric whole totals of any size. */
export type ColumnType = 'numeric' | 'int8' | 'int4' | 'int2' | 'bool' | 'text';

export interface TableSpec {
  readonly columns: Readonly<Record<string, ColumnType>>;
  readonly key: readonly string[];
  /**
   * What a second row of the same key does: `insert` never comes, `replace` overwrites all but the key and `kept`,
   * `add` adds the columns of `added` and overwrites the rest, `once` changes nothing. A column of `lasting` stays true once it is.
   */
  readonly merge: 'insert' | 'replace' | 'add' | 'once';
  readonly kept?: readonly string[];
  readonly added?: readonly string[];
  readonly lasting?: readonly string[];
}
