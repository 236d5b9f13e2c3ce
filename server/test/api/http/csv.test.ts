// Rows of an exported file: no cell is a formula, whatever a customer wrote, and numbers stay numbers (calls §1, lists).

import { expect, it } from 'vitest';
import { csvEnd, csvHead, csvRows } from '../../../src/api/http/answer/csv.ts';

it('a cell that a table program would calculate is text', () => {
  for (const text of ['=1+1', '+SUM(A1)', '-cmd', '@import', '\t=1', '=HYPERLINK("https://evil.example")']) {
    const row = csvRows(['label'], [{ label: text }]);
    expect(row.startsWith("'") || row.startsWith(`"'`)).toBe(true);
  }
});

it('a number keeps its sign', () => {
  expect(csvRows(['amount', 'fee'], [{ amount: '-1.50', fee: 0 }])).toBe('-1.50,0\r\n');
});

it('quotes, commas and line ends stay in their cell (RFC 4180)', () => {
  expect(csvHead(['a', 'b'])).toBe('a,b\r\n');
  // Times name their zone (spec §9).
  expect(csvHead(['createTime', 'time', 'id'])).toBe('createTime (UTC),time (UTC),id\r\n');
  expect(csvRows(['a', 'b'], [{ a: 'x,"y"', b: 'one\r\ntwo' }])).toBe('"x,""y""","one\r\ntwo"\r\n');
});

it('says in a last row of the same width where the file ended, as the call takes it', () => {
  expect(csvEnd(['id', 'time', 'amount', 'fee'], 1_790_000_000_000)).toBe('searchedUntil,1790000000000,,\r\n');
});
