// After a run: tables have a few rows left and keys are few, as after years of attackers (core §9, §10). What ends something
// goes on; nobody's keys keep others out; commit never throws.

import { type KeyBounds, tighten } from '../../src/index.ts';
import { exhaust, order } from '../actors/filler.ts';
import type { Run } from '../run.ts';
import { HOUR } from './scene.ts';
import { SLOT_END, write } from '../words.ts';

/** Tables in which customers have rows. */
export const TABLES = [
  ...['accounts', 'orders', 'seats', 'holdings', 'purses', 'positions', 'fundingClaims', 'timers'],
  ...['margin.wallets', 'margin.debts', 'margin.bounds', 'seconds', 'secondSums', 'stakes', 'buyers'],
  ...['loan.loans', 'loan.borrowers', 'withdrawals', 'deals', 'offers', 'deposits', 'claims', 'swap.waiting'],
] as const;
/** Rows left of each beside those that are kept; commands of the phase. */
const ROWS = 6;
const COMMANDS = 3_000;
/** Orders of attackers at a time. */
const BURST = 60;
/** Narrow enough for a phase to use up: twenty accounts that are not verified reach their half. */
const KEYS: KeyBounds = { stages: [41, 211, 401], all: 2_000, few: 60 };
const EXHAUSTERS = 20;
const TRIES = 60;

/** Fills tables by what people do anyway, attackers more of it. */
export function fillTables(run: Run): void {
  run.deliver();
  run.crashes = false;
  tighten(run.journal.exchange, TABLES, ROWS, run.rows.keys);
  const { stage } = run;
  for (const end = run.sent + COMMANDS; run.sent < end; run.step())
    run.send(Array.from({ length: BURST }, () => order(stage, stage.someone())));
  run.deliver();
  run.walk();
  widen(run);
}

/** New accounts send keyed commands as fast as they can; then verified ones send theirs. */
export function exhaustKeys(run: Run): void {
  run.deliver();
  run.crashes = false;
  const { stage } = run;
  const people = stage.people;
  later(run, 26 * HOUR);
  run.rows.countKeys(KEYS);
  tighten(run.journal.exchange, [], 0, KEYS);
  run.send(Array.from({ length: EXHAUSTERS }, () => write('user.open', { referrer: 0 })));
  run.deliver();
  const keyed = (user: number): Float64Array => write('order.cancelAll', { user, ...stage.freshKey(), market: 1 });
  for (let turn = 0; turn < TRIES; turn += 1) {
    later(run, 1_000);
    const commands: Float64Array[] = [];
    for (let user = people + 1; user <= people + EXHAUSTERS; user += 1)
      commands.push(keyed(user), ...[1, 2, 3].map(() => exhaust(stage, user)));
    // One verified account does the same, the others send one now and then.
    commands.push(...Array.from({ length: 6 }, () => keyed(2)), keyed(stage.random.from(3, people)));
    run.send(commands);
    run.deliver();
  }
  for (let user = 3; user <= people; user += 1) run.send([keyed(user)]);
  run.deliver();
  run.rows.stopCounting();
  widen(run);
}

/** Back to the usual bounds: a restart takes them, from a snapshot of now whichever of the last two it reads. */
function widen(run: Run): void {
  run.deliver();
  run.journal.snapshot();
  run.journal.snapshot();
  run.restart(true);
  run.crashes = true;
}

function later(run: Run, milliseconds: number): void {
  run.time += milliseconds;
  run.stage.time = run.time;
  run.send([run.prices.slot(true), SLOT_END]);
  run.deliver();
}
