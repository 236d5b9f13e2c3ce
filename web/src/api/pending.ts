// Writes whose fate is not known yet. The page keeps them, not the form that sent them: whoever leaves the form, or loads the
// page anew, still learns what became of them. The keys are kept in this tab's storage, by account.
import { readTab, writeTab } from '../preference/index.ts';
import type { KeyedName } from './client.ts';
import type { ApiFault } from './fault.ts';
import { currentSession } from './session.ts';

/** Writes kept at once; the oldest leaves. */
const MAX_PENDING = 20;

export interface PendingWrite {
  readonly key: string;
  readonly call: KeyedName;
  /** Of its notice. */
  readonly notice: string;
  /** `none`: it was not done; `unsure`: it may have been, and nobody will know more. */
  readonly state: 'sent' | 'unknown' | 'done' | 'none' | 'unsure';
  /** Why it was not done. */
  readonly fault?: ApiFault | undefined;
  /** What its sender shows by itself: everything, how it ends, or nothing, having left. */
  readonly shown: 'all' | 'end' | 'nothing';
}

const writes = new Map<string, PendingWrite>();
const listeners = new Set<(write: PendingWrite) => void>();

const nameOf = (): string | undefined => currentSession().user && `writes:${currentSession().user?.id}`;

/** Signed out, what was kept stays: the account asks when it is back. */
function keep(): void {
  const name = nameOf();
  if (name === undefined) return;
  const open = [...writes.values()].filter(({ state }) => state === 'sent' || state === 'unknown');
  writeTab(name, open.length === 0 ? undefined : JSON.stringify(open.map(({ key, call }) => ({ key, call }))));
}

/** Notes a write, or what changed of it; without a sender who shows its end it stays until `forgetWrite`. */
export function noteWrite(write: PendingWrite): void {
  writes.set(write.key, write);
  for (const oldest of writes.keys()) {
    if (writes.size <= MAX_PENDING) break;
    writes.delete(oldest);
  }
  keep();
  for (const listener of listeners) listener(write);
}

/** Notes how a write ended; one that was answered, or whose sender says so, is not kept. */
export function endWrite(key: string, state: 'done' | 'none' | 'unsure', fault?: ApiFault): void {
  const write = writes.get(key);
  if (write === undefined) return;
  const isKept = write.state === 'unknown' && write.shown === 'nothing';
  noteWrite({ ...write, state, fault });
  if (!isKept) forgetWrite(key);
}

export function forgetWrite(key: string): void {
  if (writes.delete(key)) keep();
}

/** Changes a write that is still kept. */
export function changeWrite(key: string, change: Partial<Pick<PendingWrite, 'state' | 'shown'>>): void {
  const write = writes.get(key);
  if (write) noteWrite({ ...write, ...change });
}

/** The writes kept now, and each change of one from here on. Gives back how to stop. */
export function onWrites(listener: (write: PendingWrite) => void): () => void {
  for (const write of writes.values()) listener(write);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What this tab kept of the account's writes, as text. */
export function keptWrites(): string {
  const name = nameOf();
  return (name !== undefined && readTab(name)) || '[]';
}
export const isWaitedFor = (key: string): boolean => writes.has(key);
