// What a run did, for a reader: counts by kind of command, faults planted, checks made, commands a second.

import { products } from './products.ts';
import type { Outcome } from './simulate.ts';
import { commandKind, commandName } from './words.ts';

/** The report, and the commands that were never done though a product on says they must be. */
export function report({ run, milliseconds, processor, sent, calm }: Outcome): {
  readonly text: string;
  readonly holes: readonly string[];
} {
  const { tally, journal, prices, books, eyes, witness } = run;
  const lines: string[] = [
    `products         ${products.map(({ name }) => name).join(', ')}`,
    `prices           ${prices.recorded} of ${prices.lines.length} instruments recorded, ${prices.gaps} gaps, ${prices.faults} other faults`,
    `commands         ${run.sent} in ${((run.time - run.began) / 86_400_000).toFixed(1)} days of the exchange's time`,
    `faults of ours   ${journal.crashes} crashes, ${journal.lost} batches lost, ${journal.replayed} replayed and compared, ${journal.snapshots} snapshots`,
    `checked          every command by the auditor (${books.auditor.accounts.entries} entries, ${books.spot.fills} spot and ${books.contracts.fills} contract fills, ${books.contracts.liquidations.steps} steps of liquidation, ${books.contracts.liquidations.deleveraged} deleveraged, ${books.contracts.fundings.fundings} fundings, ${books.seconds.settled} seconds settled, ${books.margin.steps[2] ?? 0} margin liquidations, ${books.earn.days} days of stakes), ${run.walks} walks over all, ${eyes.compared} refusals by digest, ${witness.repeats} repeated keys`,
    `commands a second ${rate(sent, milliseconds)} with all of it; ${rate(sent, processor)} a second of the processor's time`,
    `after the calm    ${calm.length === 0 ? 'nothing is open' : `${calm.length} open: ${reasons(calm)}`}`,
  ];
  for (let kind = 0; kind < tally.done.length; kind += 1) {
    const done = tally.done[kind] as number;
    const refused = tally.refused[kind] as number;
    if (done + refused === 0) continue;
    const codes = [...tally.codes]
      .filter(([key]) => Math.floor(key / 10_000) === kind)
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, 6)
      .map(([key, count]) => `${key % 10_000} × ${count}`)
      .join(', ');
    lines.push(
      `  ${commandName(kind).padEnd(20)} done ${String(done).padStart(8)}  refused ${String(refused).padStart(8)}  ${codes}`,
    );
  }
  const unexplained = [...books.auditor.unexplained].map(([name, count]) => `${name} × ${count}`);
  if (unexplained.length > 0) lines.push(`balances not foretold after ${unexplained.join(', ')}`);
  const holes = products.flatMap(({ covers }) => covers).filter((name) => tally.done[commandKind(name)] === 0);
  return { text: lines.join('\n'), holes };
}

function rate(commands: number, milliseconds: number): number {
  return Math.round((commands * 1_000) / Math.max(1, milliseconds));
}

/** Why things may still be open, each reason once. */
function reasons(calm: readonly string[]): string {
  return [...new Set(calm.map((one) => one.slice(one.indexOf('because'))))].join('; ');
}
