// The readable report of a run: counts by kind of command, faults, checks, commands a second.

import { products } from './products.ts';
import type { Summary } from './summary.ts';
import { commandKind, commandName } from './words.ts';

const DAY = 86_400_000;

/** The report, and the commands that an enabled product requires but that never succeeded. */
export function report(of: Summary): { readonly text: string; readonly holes: readonly string[] } {
  const lines: string[] = [
    `products         ${products.map(({ name }) => name).join(', ')}`,
    `prices           ${of.counts.recorded} of ${of.counts.instruments} instruments recorded, ${of.counts.gaps} gaps, ${of.counts.faults} other faults`,
    `commands         ${of.counts.commands} in ${(of.counts.passed / DAY).toFixed(1)} days of the exchange's time, ${of.worlds === 1 ? 'one world' : `${of.worlds} worlds side by side`}`,
    `faults of ours   ${of.counts.crashes} crashes, ${of.counts.lost} batches lost, ${of.counts.replayed} replayed and compared, ${of.counts.snapshots} snapshots`,
    `checked          every command by the auditor (${of.counts.entries} entries, ${of.counts.spotFills} spot and ${of.counts.contractFills} contract fills, ${of.counts.liquidations} steps of liquidation, ${of.counts.takeovers} taken over, ${of.counts.slices} slices unwound, ${of.counts.deleveraged} deleveraged, ${of.counts.fundings} fundings, ${of.counts.seconds} seconds settled, ${of.counts.marginLiquidations} margin liquidations, ${of.counts.stakeDays} days of stakes), ${of.counts.walks} walks over all, ${of.counts.compared} refusals by digest, ${of.counts.repeats} repeated keys`,
    `commands a second ${rate(of.counts.sent, of.milliseconds)} with all of it; ${rate(of.counts.sent, of.processor)} a second of the processor's time`,
    `after the calm    ${of.calm.length === 0 ? 'nothing is open' : `${of.calm.length} open: ${reasons(of.calm)}`}`,
  ];
  for (let kind = 0; kind < of.done.length; kind += 1) {
    const done = of.done[kind] as number;
    const refused = of.refused[kind] as number;
    if (done + refused === 0) continue;
    const codes = of.codes
      .filter(([key]) => Math.floor(key / 10_000) === kind)
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, 6)
      .map(([key, count]) => `${key % 10_000} × ${count}`)
      .join(', ');
    lines.push(
      `  ${commandName(kind).padEnd(20)} done ${String(done).padStart(8)}  refused ${String(refused).padStart(8)}  ${codes}`,
    );
  }
  const unexplained = of.unexplained.map(([name, count]) => `${name} × ${count}`);
  if (unexplained.length > 0) lines.push(`balances not foretold after ${unexplained.join(', ')}`);
  const holes = products.flatMap(({ covers }) => covers).filter((name) => of.done[commandKind(name)] === 0);
  return { text: lines.join('\n'), holes };
}

function rate(commands: number, milliseconds: number): number {
  return Math.round((commands * 1_000) / Math.max(1, milliseconds));
}

/** Reasons why things are still open, each once. */
function reasons(calm: readonly string[]): string {
  return [...new Set(calm.map((one) => one.slice(one.indexOf('because'))))].join('; ');
}
