// Upgrades a running exchange to the newest rules of its release. In practice mode at once. Live with customers:
// announced a day before, then activated at that time. The core decides which; the journal records everything.

import { activations, type Command, type Exchange, RULES, RULES_NOTICE, DONE, rejects } from '@vitrine/core';
import type { TimeSource } from './clock.ts';
import type { CoreKit } from './kit.ts';
import { IntakeError } from './link.ts';
import type { Log } from './open.ts';
import { put } from './put.ts';
import type { Sequencer } from './sequencer.ts';

/** How often to check whether an announced version is due, ms. */
const LOOK_EVERY = 1_000;
/** Added to the notice period, so that the row may be committed slightly late, ms. */
const SLACK = 60_000;

interface Parts {
  readonly kit: CoreKit;
  readonly sequencer: Sequencer;
  /** Read only. */
  readonly exchange: Exchange;
  readonly time: TimeSource;
  readonly log: Log;
}

/** Runs until the newest rules are in force or it is stopped. */
export function keepRules(parts: Parts): { stop(): void } {
  const { exchange, log } = parts;
  let timer: NodeJS.Timeout | undefined;
  let busy = false;
  const stop = () => clearInterval(timer);
  const look = () => {
    if (exchange.rules === exchange.newestRules) return stop();
    if (busy) return;
    busy = true;
    step(parts)
      .then((goOn) => {
        if (!goOn) stop();
      })
      .catch((error: unknown) => {
        // While intake is stopped, do nothing; the next check tries again.
        if (error instanceof IntakeError) return;
        stop();
        log('error', 'the newest rules are not in force', { reason: String(error) });
      })
      .finally(() => (busy = false));
  };
  if (exchange.rules < exchange.newestRules) {
    timer = setInterval(look, LOOK_EVERY).unref();
    look();
  }
  return { stop };
}

/** Activates what is due, else announces it. Returns whether more is left for later. */
async function step(parts: Parts): Promise<boolean> {
  const { exchange, time } = parts;
  const pending = activations(exchange.rules, exchange.newestRules);
  const now = time.utc();
  const due = pending.filter(({ version }, at) =>
    pending.slice(0, at + 1).every(() => exchange.announced(version) <= now),
  );
  if (due.length === 0) return true;
  return await activate(parts, due);
}

async function activate(parts: Parts, commands: ReturnType<typeof activations>): Promise<boolean> {
  const { kit, sequencer, exchange, log } = parts;
  const outcomes = await put(kit, sequencer, commands);
  for (const [at, { version }] of commands.entries()) {
    const outcome = outcomes[at];
    if (outcome?.code === DONE) {
      log('info', 'rules are activated', { version, what: whatOf(version) });
      continue;
    }
    if (outcome?.code === rejects['request.forbidden']) return await announce(parts);
    throw new Error(`the exchange refuses rules ${version} with code ${outcome?.code}`);
  }
  return exchange.rules < exchange.newestRules;
}

/** Announces every version that is neither in force nor announced yet. */
async function announce({ kit, sequencer, exchange, time, log }: Parts): Promise<boolean> {
  const at = time.utc() + RULES_NOTICE + SLACK;
  const versions = activations(exchange.rules, exchange.newestRules)
    .map(({ version }) => version)
    .filter((version) => exchange.announced(version) === 0);
  const commands = versions.map((version) => ({ name: 'rules.announce', version, at }) as unknown as Command);
  for (const [index, { code }] of (await put(kit, sequencer, commands)).entries())
    if (code !== DONE) throw new Error(`the exchange refuses to announce rules ${versions[index]} with code ${code}`);
  for (const version of versions)
    log('warn', 'rules are announced', { version, from: new Date(at).toISOString(), what: whatOf(version) });
  return true;
}

/** Description of what a version changes. */
function whatOf(version: number): string {
  return RULES[version - 1]?.what ?? '';
}
