// After a reload or a new sign-in in this tab: queries the outcomes of the previous page's writes.
import { calls } from '@vitrine/contract';
import { ApiFault, ask, type KeyedName, NoAnswer, pendingWrites } from '../../api/index.ts';

export function isKeyed(name: unknown): name is KeyedName {
  return typeof name === 'string' && Object.entries(calls).some(([known, { key }]) => key && known === name);
}

/** Queries a write that no form on this page waits for, and records its outcome. */
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
