// After a reload, or a new sign-in in this tab: what became of the writes that the page before had sent.
import { calls } from '@vitrine/contract';
import { ApiFault, ask, type KeyedName, NoAnswer, pendingWrites } from '../../api/index.ts';

export function isKeyed(name: unknown): name is KeyedName {
  return typeof name === 'string' && Object.entries(calls).some(([known, { key }]) => key && known === name);
}

/** Asks for a write that nobody on this page waits for, and notes its end. */
export async function resumeWrite(key: string): Promise<void> {
  try {
    await ask(key);
    pendingWrites.end(key, 'done');
  } catch (error) {
    if (error instanceof NoAnswer) pendingWrites.end(key, 'unsure');
    else if (error instanceof ApiFault) pendingWrites.end(key, 'none', error);
    else throw error;
  }
}
