// After a run: everybody orders second contracts of one market at once, which all end at one moment (money §5, rules
// `secondsInSteps`). The index moves on at once: each is paid by the price of its own end, a bounded number in a batch.

import { must } from './finding.ts';
import { tickAt } from './planted.ts';
import type { Run } from './run.ts';
import { USDT } from './scenes/scene.ts';
import { write } from './words.ts';

const MARKET = 301;
const INSTRUMENT = 1;
/** Contracts of each customer: together more than two batches pay. */
const EACH = 20;
const SECOND = 1_000;
/** Batches within which all are paid. */
const BATCHES = 12;
/** Parts of the index by which it moves at the end and behind it. */
const UP = 1.001;
const DOWN = 0.998;

/** Orders, their tick, their end, and the batches that pay. */
export function burstSeconds(run: Run): void {
  const { stage, books } = run;
  const market = books.seconds.markets.get(MARKET);
  const [period] = market?.periods ?? [];
  if (market === undefined || period === undefined) return;
  const cents = run.prices.cents(INSTRUMENT);
  tickAt(run, run.time + SECOND, [], INSTRUMENT, cents);
  for (let user = 2; user <= stage.people; user += 1) {
    const stakes = Math.min(EACH * period.min, stage.free(user, USDT));
    const moved = write('wallet.transfer', {
      ...{ user, ...stage.key(), from: 1, to: 6, asset: market.asset, amount: Math.max(1, stakes), market: 0 },
    });
    const orders = Array.from({ length: EACH }, (_, at) =>
      write('second.open', {
        ...{ user, ...stage.key(), market: MARKET, direction: 1 + (at % 2), seconds: period.seconds },
        ...{ amount: period.min, terms: period.odds },
      }),
    );
    run.send([moved, ...orders]);
    run.deliver();
  }
  const begun = run.time + market.delay;
  const ends = begun + period.seconds * SECOND;
  for (let time = begun; time < ends; time += SECOND) tickAt(run, time, [], INSTRUMENT, cents);
  tickAt(run, ends, [], INSTRUMENT, Math.round(cents * UP));
  const waiting = (): number => [...books.seconds.open.values()].filter((one) => one.matures === ends).length;
  for (let batch = 1; batch <= BATCHES && (batch === 1 || waiting() > 0); batch += 1)
    tickAt(run, ends + batch, [], INSTRUMENT, Math.round(cents * DOWN));
  must(waiting() === 0, () => `${waiting()} second contracts of one moment are not paid after ${BATCHES} batches`);
}
