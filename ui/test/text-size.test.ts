// Text follows the size that the reader set in the browser (WCAG 1.4.4): no style sheet sets it in px, none breaks lines by px.
/// <reference types="node" />
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const sheets = globSync('{ui,web,desk}/src/**/*.css', { cwd: root });

/** Labels on the chart's canvas, whose text does not grow either. */
const onCanvas = 'web/src/features/chart/lines/lines.module.css';

const breaches = (pattern: RegExp): readonly string[] =>
  sheets.flatMap((sheet) =>
    [...readFileSync(join(root, sheet), 'utf8').matchAll(pattern)].map(([found]) => `${sheet}: ${found}`),
  );

it('there are style sheets', () => expect(sheets.length).toBeGreaterThan(50));

it('sizes of text and heights of lines are in rem', () => {
  const found = breaches(/(?<![\w-])(?:font|font-size|line-height):[^;}]*\dpx[^;}]*/g);
  expect(found.filter((one) => !one.startsWith(onCanvas))).toEqual([]);
});

it('widths at which a layout changes are in em, so that large text gets the layout that it fits', () =>
  expect(breaches(/@media[^{]*\dpx[^{]*/g)).toEqual([]));
