// A table of the state: typed columns, rows by slot, ids of slot and generation, a first-in-first-out free list.

/** Most slots of a table: an id is generation × 2^23 + slot. */
export const SLOT_SPAN = 2 ** 23;
/** The last generation of a slot. After it the slot is retired. */
export const LAST_GENERATION = 2 ** 28;
/** Most rows of a table that never frees slots, and so needs no generations. */
const MAX_ROWS = 2 ** 26;
const FIRST_ROWS = 16;

export type ColumnType = 'f64' | 'i32';
export type Shape = { readonly [column: string]: ColumnType };
export type ColumnsOf<S extends Shape> = { -readonly [C in keyof S]: S[C] extends 'f64' ? Float64Array : Int32Array };

/** One raw column of a snapshot. */
export interface ColumnPart {
  readonly name: string;
  readonly data: Float64Array | Int32Array;
}

/** A table's layout, as a release writes it into a snapshot. */
export interface TableLayout {
  readonly digested: boolean;
  /** In order. `added`: the default that unwritten rows have in a column added later. */
  readonly columns: readonly { readonly name: string; readonly type: ColumnType; readonly added?: number }[];
}

/** How a table's layout has changed since its first release. */
export interface LayoutChanges {
  /** Columns added later, each with the value that older rows have. */
  readonly added?: { readonly [column: string]: number };
  /** Removed columns: those of an older snapshot are ignored. */
  readonly dropped?: readonly string[];
  /**
   * Columns whose property in code has another name than the one snapshots and digests record: property to recorded
   * name.
   */
  readonly recorded?: { readonly [property: string]: string };
}

/** One table of a snapshot: its head (rows used, free list) and its columns, rows 0 to top. */
export interface TablePart {
  readonly name: string;
  /** Absent in snapshots of format 1. */
  readonly layout?: TableLayout;
  readonly head: Float64Array;
  readonly columns: readonly ColumnPart[];
  /** Checksum over name, head and columns, hex. */
  readonly checksum: string;
}

/**
 * Columns by slot from 1 on (slot 0 means none). The arrays are replaced when the table grows: never keep one across
 * `take` or `append`. Every table that frees rows has a column `generation` (2 × generation + live) and a column that
 * links free rows.
 */
export class TableBase {
  readonly name: string;
  /** Most rows. Only `bound` lowers it. */
  most: number;
  /** Names of the columns, in order. */
  readonly names: readonly string[];
  /** Column that links free rows; empty when rows are never freed. */
  readonly link: string;
  /** Whether the digest covers it. */
  readonly digested: boolean;
  /** Highest slot ever used. */
  top = 0;
  /** Rows in use. */
  live = 0;
  freeHead = 0;
  freeTail = 0;
  /** Rows in the free list. Derived. */
  freeRows = 0;
  /**
   * Reserved rows. Everything open reserves the rows that its end needs, and new business may not take them (core §10).
   * Derived: owners add to it, and again on load.
   */
  keptRows = 0;
  generation = new Int32Array(0);
  protected capacity = FIRST_ROWS;
  private readonly added: { readonly [column: string]: number };
  /** The property of each column, by its recorded name. */
  protected readonly properties: { readonly [column: string]: string };
  private readonly dropped: readonly string[];
  /** Added columns whose default is not 0. */
  private readonly preset: readonly string[];

  constructor(
    name: string,
    shape: Shape,
    most: number,
    link: string,
    digested: boolean,
    { added = {}, dropped = [], recorded = {} }: LayoutChanges = {},
  ) {
    const bound = link === '' ? MAX_ROWS : SLOT_SPAN;
    if (most >= bound) throw new RangeError(`Expected table ${name} to have fewer than ${bound} rows, got ${most}.`);
    this.name = name;
    this.most = most;
    this.link = recorded[link] ?? link;
    this.digested = digested;
    const properties = Object.keys(shape);
    this.names = properties.map((property) => recorded[property] ?? property);
    this.properties = Object.fromEntries(properties.map((property) => [recorded[property] ?? property, property]));
    this.added = added;
    this.dropped = dropped;
    this.preset = Object.keys(added).filter((column) => added[column] !== 0);
    for (const column of Object.keys(added))
      if (!this.names.includes(column))
        throw new Error(`Expected an added column among those of table ${name}, got ${column}.`);
    // Columns become properties of the table. A column may not overwrite a property with another meaning.
    for (const column of properties)
      if (column !== 'generation' && column in this)
        throw new Error(`Expected a column name free in tables, got ${name}.${column}.`);
    const columns = this.columns();
    for (const property of properties)
      columns[property] = shape[property] === 'f64' ? new Float64Array(FIRST_ROWS) : new Int32Array(FIRST_ROWS);
  }

  /** Rows still available. */
  rowsLeft(): number {
    return this.freeRows + this.most - this.top;
  }

  /** Rows in use. */
  rowsUsed(): number {
    return this.top - this.freeRows;
  }

  /** Whether `rows` rows can be taken for something new. Reserved rows do not count. */
  fits(rows: number): boolean {
    return this.rowsLeft() >= this.keptRows + rows;
  }

  /** Whether no row is left for something new. */
  full(): boolean {
    return !this.fits(1);
  }

  /** Whether no row is left, not even to end something. */
  exhausted(): boolean {
    return this.rowsLeft() < 1;
  }

  /**
   * Takes a row: the one free for longest, else a new one. Its columns keep their old values, except the generation.
   * Throws when none is left: callers check `fits` or `exhausted` before they commit.
   */
  take(): number {
    if (this.exhausted()) this.throwFull();
    let slot = this.freeHead;
    if (slot !== 0) {
      const links = this.links();
      this.freeHead = links[slot] as number;
      if (this.freeHead === 0) this.freeTail = 0;
      links[slot] = 0;
      this.freeRows -= 1;
    } else slot = this.append();
    if (this.link !== '') this.generation[slot] = (this.generation[slot] as number) + 1;
    return slot;
  }

  /** Lowers the bound to `most` rows, for tests and the simulator. It cannot exceed the table's own bound. */
  bound(most: number): void {
    if (most > this.most)
      throw new RangeError(`Expected at most ${this.most} rows in table ${this.name}, got ${most}.`);
    this.most = most;
  }

  /**
   * Appends a new row and counts it in `live`. Throws at the table's bound: callers check `fits` before they commit.
   */
  append(): number {
    if (this.top >= this.most) this.throwFull();
    this.top += 1;
    if (this.top >= this.capacity) this.grow(this.top + 1);
    if (this.preset.length > 0)
      for (const column of this.preset) this.column(column).fill(this.added[column] as number, this.top, this.top + 1);
    return this.top;
  }

  protected throwFull(): never {
    throw new RangeError(`Expected a free row in table ${this.name}, all ${this.most} rows are in use.`);
  }

  /** Allocates space for `rows` rows at once, within the bound, so that they need no further growth. */
  reserve(rows: number): void {
    this.grow((rows < this.most ? rows : this.most) + 1);
  }

  /** Appends rows up to `slot`, for tables whose slots are ids assigned elsewhere. */
  reach(slot: number): void {
    while (this.top < slot) this.append();
  }

  /** Frees a row. Its ids are never valid again. A slot at its last generation is retired. */
  free(slot: number): void {
    const next = (this.generation[slot] as number) + 1;
    this.generation[slot] = next;
    if (next >= LAST_GENERATION * 2) return;
    const links = this.links();
    links[slot] = 0;
    if (this.freeTail === 0) this.freeHead = slot;
    else links[this.freeTail] = slot;
    this.freeTail = slot;
    this.freeRows += 1;
  }

  /** The id of a live row. */
  id(slot: number): number {
    return ((this.generation[slot] as number) >> 1) * SLOT_SPAN + slot;
  }

  /** The slot of an id, 0 when the row is not in use. */
  find(id: number): number {
    // The low 23 bits, without the remainder of doubles: ids are whole and not negative.
    const slot = id & (SLOT_SPAN - 1);
    if (slot === 0 || slot > this.top) return 0;
    const generation = this.generation[slot] as number;
    return (generation & 1) === 1 && (generation >> 1) * SLOT_SPAN + slot === id ? slot : 0;
  }

  /** Whether an id belonged to a row that has since been freed. */
  ended(id: number): boolean {
    const slot = id & (SLOT_SPAN - 1);
    return (
      this.link !== '' &&
      slot !== 0 &&
      slot <= this.top &&
      id < (((this.generation[slot] as number) + 1) >> 1) * SLOT_SPAN + slot &&
      this.find(id) === 0
    );
  }

  /** Whether a slot is in use. */
  alive(slot: number): boolean {
    return this.link === '' ? slot > 0 && slot <= this.top : ((this.generation[slot] as number) & 1) === 1;
  }

  /** The rows of a column by its recorded name, at least 0 to top. Read only. */
  column(name: string): Float64Array | Int32Array {
    const column = this.columns()[this.properties[name] ?? ''];
    if (column === undefined) throw new Error(`Expected a column ${name} in table ${this.name}.`);
    return column;
  }

  /** Sets the rows of a column, 0 to top. */
  protected put(name: string, data: Float64Array | Int32Array): void {
    this.column(name).set(data);
  }

  /** Head words: top, live, free list. */
  head(): Float64Array {
    return Float64Array.of(this.top, this.live, this.freeHead, this.freeTail);
  }

  layout(): TableLayout {
    const columns = this.names.map((name) => {
      const type: ColumnType = this.column(name) instanceof Float64Array ? 'f64' : 'i32';
      const added = this.added[name];
      return added === undefined ? { name, type } : { name, type, added };
    });
    return { digested: this.digested, columns };
  }

  /** Copies of all rows. The caller adds the checksum. */
  save(): Omit<TablePart, 'checksum'> {
    const columns = this.names.map((name) => ({ name, data: this.column(name).slice(0, this.top + 1) }));
    return { name: this.name, layout: this.layout(), head: this.head(), columns };
  }

  /**
   * Loads the rows of a snapshot part, column by column. A column added since has its default, a dropped one is
   * ignored, 32-bit integers may have become doubles. Throws when a column is missing or unknown.
   * @returns whether a dropped column was ignored
   */
  load(part: TablePart): boolean {
    const [top, live, head, tail] = part.head;
    if (top === undefined || live === undefined || head === undefined || tail === undefined || top > this.most)
      throw new Error(`Expected a head of four words for table ${this.name}, got ${part.head.join(', ')}.`);
    const unknown = part.columns.filter(({ name }) => !this.names.includes(name));
    if (
      unknown.some(({ name }) => !this.dropped.includes(name)) ||
      this.names.some((name) => !(name in this.added) && !part.columns.some((column) => column.name === name))
    )
      throw new Error(
        `Expected columns ${this.names.join(', ')} of table ${this.name}, got ${part.columns.map((c) => c.name).join(', ')}.`,
      );
    this.grow(top + 1);
    this.top = top;
    this.live = live;
    this.freeHead = head;
    this.freeTail = tail;
    for (const key of this.names) {
      const wide = this.column(key) instanceof Float64Array;
      const given = part.columns.find(({ name }) => name === key)?.data ?? this.fresh(key, top + 1);
      if (given.length !== top + 1 || (!wide && given instanceof Float64Array))
        throw new Error(
          `Expected column ${key} of table ${this.name} with ${top + 1} rows of ${wide ? 'f64' : 'i32'}, got ${given.length} of ${given instanceof Float64Array ? 'f64' : 'i32'}.`,
        );
      this.put(key, given);
    }
    this.freeRows = this.countFree();
    return unknown.length > 0;
  }

  /** Counts the rows in the free list. */
  countFree(): number {
    if (this.link === '') return 0;
    const links = this.column(this.link);
    let rows = 0;
    // Bounded by the rows in the table.
    for (let slot = this.freeHead; slot !== 0 && rows < this.top; slot = links[slot] as number) rows += 1;
    return rows;
  }

  /** Default rows of a column added after they were written. */
  private fresh(column: string, rows: number): Float64Array | Int32Array {
    const data = new (this.column(column) instanceof Float64Array ? Float64Array : Int32Array)(rows);
    return data.fill(this.added[column] as number, 1);
  }

  /** Bytes of all columns. */
  bytes(): number {
    let bytes = 0;
    for (const key of this.names) bytes += this.column(key).byteLength;
    return bytes;
  }

  private links(): Int32Array {
    return this.column(this.link) as Int32Array;
  }

  protected columns(): { [column: string]: Float64Array | Int32Array } {
    return this as unknown as { [column: string]: Float64Array | Int32Array };
  }

  protected grow(rows: number): void {
    if (rows <= this.capacity) return;
    while (this.capacity < rows) this.capacity *= 2;
    const columns = this.columns();
    for (const key of this.names) {
      const old = this.column(key);
      const longer = old instanceof Float64Array ? new Float64Array(this.capacity) : new Int32Array(this.capacity);
      longer.set(old);
      columns[this.properties[key] ?? key] = longer;
    }
  }
}

export type Table<S extends Shape> = TableBase & ColumnsOf<S>;

/** A table that only appends rows: users, accounts, markets. */
export function table<S extends Shape>(
  name: string,
  shape: S,
  most: number,
  digested = true,
  changes: LayoutChanges = {},
): Table<S> {
  return new TableBase(name, shape, most, '', digested, changes) as Table<S>;
}

/** A table that takes and frees rows. `link`: the i32 column of the shape that links free rows. */
export function pool<S extends Shape>(
  name: string,
  shape: S,
  most: number,
  link: keyof S & string,
  changes: LayoutChanges = {},
): Table<S> {
  const whole: Shape = { ...shape, generation: 'i32' };
  return new TableBase(name, whole, most, link, true, changes) as Table<S>;
}
