// After a reload, or a new sign-in in this tab: what became of the writes that the page before had sent.
import * as z from 'zod/mini';
import { calls } from '@vitrine/contract';
import {
  ApiFault,
  ask,
  endWrite,
  isWaitedFor,
  type KeyedName,
  keptWrites,
  NoAnswer,
  noteWrite,
} from '../../api/index.ts';

const kept = z.array(z.object({ key: z.string(), call: z.custom<KeyedName>(isKeyed) }));

function isKeyed(name: unknown): boolean {
  return typeof name === 'string' && Object.entries(calls).some(([known, { key }]) => key && known === name);
}

/** What this tab kept, as far as it can be read: another release may have kept it otherwise. */
function readKept(): z.infer<typeof kept> {
  try {
    return kept.safeParse(JSON.parse(keptWrites())).data ?? [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/** Asks for each write that nobody on this page waits for. */
export function resumeWrites(): void {
  for (const { key, call } of readKept()) {
    if (isWaitedFor(key)) continue;
    noteWrite({ key, call, notice: `write-${key}`, state: 'unknown', shown: 'nothing' });
    void outcomeOf(key);
  }
}

async function outcomeOf(key: string): Promise<void> {
  try {
    await ask(key, { quiet: true });
    endWrite(key, 'done');
  } catch (error) {
    if (error instanceof NoAnswer) endWrite(key, 'unsure');
    else if (error instanceof ApiFault) endWrite(key, 'none', error);
    else throw error;
  }
}
