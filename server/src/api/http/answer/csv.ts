// Lists as CSV (RFC 4180): one row per record, times as yyyy-MM-dd HH:mm:ss in UTC, as the column's name says.

/** Names of fields with a time in ms UTC. */
const TIME_FIELD = /(^t|T)ime$/;
/** A spreadsheet would run these as formulas; a signed number is not one. */
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

/** The header row. */
export function csvHead(columns: readonly string[]): string {
  return `${columns.map((name) => (TIME_FIELD.test(name) ? `${name} (UTC)` : name)).join(',')}\r\n`;
}

/** Records as rows, in column order. */
export function csvRows(columns: readonly string[], records: readonly Readonly<Record<string, unknown>>[]): string {
  return records.map((record) => `${columns.map((name) => cell(name, record[name])).join(',')}\r\n`).join('');
}

/** The last row of an incomplete file: the same call with this `endTime` (ms UTC) continues after it. */
export function csvEnd(columns: readonly string[], searchedUntil: number): string {
  return `${['searchedUntil', searchedUntil, ...columns.slice(2).map(() => '')].join(',')}\r\n`;
}
