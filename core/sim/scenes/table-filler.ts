// Scene after a run: tables and keys have little capacity left, as after years of attacks (core §9, §10). Commands that
// end something still work; no one's keys exclude others; commit never throws.

import { type KeyBounds, tighten } from '../../src/index.ts';
import { exhaust, order } from '../actors/filler.ts';
import type { Run } from '../run.ts';
import { HOUR } from './scene.ts';
import { SLOT_END, write } from '../words.ts';

/** Tables with rows of users. */
export const TABLES = [
  ...['accounts', 'orders', 'seats', 'holdings', 'purses', 'positions', 'fundingClaims', 'timers'],
  ...['margin.wallets', 'margin.debts', 'margin.bounds', 'seconds', 'secondSums', 'stakes', 'buyers'],
  ...['loan.loans', 'loan.borrowers', 'withdrawals', 'deals', 'offers', 'deposits', 'claims', 'swap.waiting'],
] as const;
/** Rows left in each beyond the reserved ones; commands of the phase. */
const ROWS = 6;
const COMMANDS = 3_000;
/** Orders of attackers at a time. */
const BURST = 60;
/** Low enough for a phase to exhaust: twenty unverified accounts reach their half. */
const KEYS: KeyBounds = { stages: [41, 211, 401], all: 2_000, few: 60 };
const EXHAUSTERS = 20;
const TRIES = 60;
/** Unverified accounts that come after all this, and what each sends. */
const NEWCOMERS = 4;
const FIRST = 3;

/** Fills tables with the usual acts of users, attackers more often. */
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
    // One verified account does the same; the others send one occasionally.
    commands.push(...Array.from({ length: 6 }, () => keyed(2)), keyed(stage.random.from(3, people)));
    run.send(commands);
    run.deliver();
  }
  for (let user = 3; user <= people; user += 1) run.send([keyed(user)]);
  run.send(Array.from({ length: NEWCOMERS }, () => write('user.open', { referrer: 0 })));
  for (let user = people + EXHAUSTERS + 1; user <= people + EXHAUSTERS + NEWCOMERS; user += 1)
    run.send(Array.from({ length: FIRST }, () => keyed(user)));
  run.deliver();
  run.rows.stopCounting();
  widen(run);
}

/** Restores the usual bounds: a restart applies them, and reads either of two new snapshots. */
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
