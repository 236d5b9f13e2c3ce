// When faults stop, everything settles: what can end ends, every timer fires, nothing is held without a reason.

import { must } from './finding.ts';
import { settlers } from './products.ts';
import type { Run } from './run.ts';
import { DAY, HOUR } from './scenes/scene.ts';
import { SLOT_END, write } from './words.ts';

/** Seconds at one tick a second, then hours, then days: long enough for every term on sale. */
const SECONDS = 320;
const HOURS = 30;
const DAYS = 66;
/** Rounds in which every user ends what they have. */
const ROUNDS = 12;

/** Runs the calm phase. Returns what is still open with the reasons; throws a breach for what may not be. */
export function calmDown(run: Run): string[] {
  run.restart(run.journal.waiting === 0);
  for (let round = 0; round < ROUNDS; round += 1) {
    settle(run, 1_000);
    for (let user = 2; user <= run.stage.people; user += 1) end(run, user);
  }
  for (let second = 0; second < SECONDS; second += 1) settle(run, 1_000);
  for (let hour = 0; hour < HOURS; hour += 1) settle(run, HOUR);
  for (let day = 0; day < DAYS; day += 1) settle(run, DAY);
  // Books move five percent at a time, so large positions end in parts.
  for (let round = 0; round < ROUNDS * 4 && run.books.open().some(unexplained); round += 1) {
    for (let user = 2; user <= run.stage.people; user += 1) end(run, user);
    settle(run, 1_000);
    settle(run, HOUR + 1_000);
  }
  run.walk();
  const { exchange } = run.journal;
  must(exchange.nextDue() >= run.time, () => `a timer was due at ${exchange.nextDue()}, it is ${run.time}`);
  must(!exchange.hasWork(), () => 'work is left over after the calm');
  const open = run.books.open();
  const left = open.filter(unexplained);
  must(left.length === 0, () => `after the calm ${left.length} things are still open: ${left.slice(0, 5).join('; ')}`);
  return open;
}

function unexplained(one: string): boolean {
  return !one.includes('because');
}

/** One calm slot: good prices, full quotes. */
function settle(run: Run, milliseconds: number): void {
  run.time += milliseconds;
  run.stage.time = run.time;
  const house = settlers.flatMap((settler) => settler.house?.(run.stage) ?? []);
  run.send([run.prices.slot(true), ...house, SLOT_END]);
  run.deliver();
}

/** A user ends everything they have; commands may be refused. */
function end(run: Run, user: number): void {
  const commands = [write('order.cancelAll', { user, market: 0 })];
  for (const settler of settlers) commands.push(...(settler.user?.(run.stage, user) ?? []));
  run.send(commands);
  run.deliver();
}
