// A case: steps that can run again without their actors. Each id made by a command is mapped to the commands that name
// it, so leaving out a step does not change the meaning of the others.

import {
  type CommandName,
  commands,
  type CommandShape,
  type Exchange,
  openExchange,
  restoreExchange,
} from '../src/index.ts';
import { Books } from './auditor/books.ts';
import { must } from './finding.ts';
import { Observer } from './observer.ts';
import { runBatch } from './journal.ts';
import { Random } from './random.ts';
import { type Step, textOf } from './run.ts';
import { ExternalFacts } from './auditor/external-facts.ts';
import { commandKind, isList } from './words.ts';

/** Kinds of commands whose answer is an id, and the id's space. */
const MAKES: Partial<Readonly<Record<CommandName, string>>> = {
  'order.place': 'order',
  'contract.place': 'order',
  'position.close': 'order',
  'position.closeProven': 'order',
  'second.open': 'second',
  'earn.buy': 'stake',
  'loan.apply': 'loan',
  'withdrawal.request': 'withdrawal',
  'offer.open': 'offer',
  'deal.open': 'deal',
  'proposal.make': 'proposal',
};
const makes = new Map<number, string>(
  Object.entries(MAKES).map(([name, space]) => [commandKind(name as CommandName), space]),
);

/** Offsets in a kind's words that name an id of a space. */
const names = new Map<number, readonly (readonly [place: number, space: string])[]>();
for (const { kind, fields } of Object.values<CommandShape>(commands)) {
  const found: (readonly [number, string])[] = [];
  let place = 2;
  for (const [field, shape] of Object.entries(fields)) {
    if (isList(shape)) break;
    if (shape.unit === 'order') found.push([place, 'order']);
    else if (shape.unit === 'row') found.push([place, field]);
    place += 1;
  }
  if (found.length > 0) names.set(kind, found);
}

/** One command of a case. `refs`: offsets whose id an earlier command made, by its number. */
interface Sent {
  readonly number: number;
  readonly words: Float64Array;
  readonly refs: readonly (readonly [place: number, by: number])[];
}

export interface CaseStep {
  readonly time: number;
  readonly crash: boolean;
  readonly sent: readonly Sent[];
}

/** Turns a recorded run into a case: runs it once more to see which command made which id. */
export function caseOf(steps: readonly Step[]): CaseStep[] {
  const exchange: { now: Exchange } = { now: openExchange() };
  const makers = new Map<string, number>();
  const out: CaseStep[] = [];
  let number = 0;
  for (const step of steps) {
    const sent: Sent[] = [];
    try {
      exchange.now.advance(step.time);
    } catch {
      // The breach of the case: steps after it do not belong to it.
      out.push({ time: step.time, crash: step.crash, sent });
      break;
    }
    for (const words of step.commands) {
      number += 1;
      const refs: (readonly [number, number])[] = [];
      for (const [place, space] of names.get(words[0] as number) ?? []) {
        const by = makers.get(`${space} ${words[place]}`);
        if (by !== undefined) refs.push([place, by]);
      }
      sent.push({ number, words, refs });
      const space = makes.get(words[0] as number);
      try {
        const code = exchange.now.apply(words, 0);
        if (code === 200 && space !== undefined && exchange.now.repeated === 0)
          makers.set(`${space} ${exchange.now.result}`, number);
      } catch {
        break;
      }
    }
    exchange.now.readEvents();
    out.push({ time: step.time, crash: step.crash, sent });
  }
  return out;
}

/**
 * Runs a case. Returns the breach's text, undefined when everything holds. `close`: compares digests around every
 * command.
 */
export function tryCase(steps: readonly CaseStep[], close: boolean): string | undefined {
  const books = new Books();
  const externalFacts = new ExternalFacts();
  const observer = close ? new Observer(new Random(1), 1) : undefined;
  const made = new Map<number, number>();
  let exchange = openExchange();
  try {
    for (const step of steps) {
      if (step.crash) exchange = again(exchange);
      const words = step.sent.map((one) => mapped(one, made));
      const row = runBatch(exchange, step.time, words, {
        before: (at, one) => observer?.before(at, one),
        after: (at, reply) => {
          const sent = step.sent[words.indexOf(reply.words)];
          if (sent !== undefined && reply.code === 200 && makes.has(reply.words[0] as number))
            made.set(sent.number, reply.result);
          observer?.after(at, reply);
        },
      });
      for (const reply of row.replies) externalFacts.take(reply);
      books.auditor.fold(row.events, row.time, row.workLeft);
      exchange.audit();
    }
    exchange = again(exchange);
  } catch (error) {
    return textOf(error);
  }
  return undefined;
}

function mapped({ words, refs }: Sent, made: ReadonlyMap<number, number>): Float64Array {
  const changed = words.slice();
  for (const [place, by] of refs) changed[place] = made.get(by) ?? (words[place] as number);
  return changed;
}

/** Saves and restores: the same state. */
function again(exchange: Exchange): Exchange {
  const restored = restoreExchange(structuredClone(exchange.save()));
  must(restored.digest() === exchange.digest(), () => 'money §12.5: the state after a restart is not the one before');
  return restored;
}
