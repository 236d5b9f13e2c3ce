// Lists as CSV (RFC 4180): one row a record, times as yyyy-MM-dd HH:mm:ss in UTC, as their column's name says.

/** Names of fields that hold a time in ms UTC. */
const TIME_FIELD = /(^t|T)ime$/;
/** A spreadsheet would run these; a number with its sign is none. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?[0-9]+(\.[0-9]+)?$/;

function stamp(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}

function cell(name: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  const text =
    typeof value === 'number' && TIME_FIELD.test(name)
      ? stamp(value)
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value as string | number | boolean);
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The head row. */
export function csvHead(columns: readonly string[]): string {
  return `${columns.map((name) => (TIME_FIELD.test(name) ? `${name} (UTC)` : name)).join(',')}\r\n`;
}

/** Some records as rows, in the order of the columns. */
export function csvRows(columns: readonly string[], records: readonly Readonly<Record<string, unknown>>[]): string {
  return records.map((record) => `${columns.map((name) => cell(name, record[name])).join(',')}\r\n`).join('');
}

/** The last row of a file that does not hold the whole list: the same call with this `endTime` (ms UTC) goes on behind it. */
export function csvEnd(columns: readonly string[], searchedUntil: number): string {
  return `${['searchedUntil', searchedUntil, ...columns.slice(2).map(() => '')].join(',')}\r\n`;
}
