// Writes whose fate is not known yet. The page keeps them, not the form that sent them: whoever leaves the form, or loads the
// page anew, still learns what became of them. Their keys are kept in this tab's storage, by account; nothing else of them is.

/** Writes kept at once; the oldest leaves. */
const MAX_PENDING = 20;

export interface PendingWrite<Call, Fault> {
  readonly key: string;
  readonly call: Call;
  /** Of its notice. */
  readonly notice: string;
  /** `none`: it was not done; `unsure`: it may have been, and nobody will know more. */
  readonly state: 'sent' | 'unknown' | 'done' | 'none' | 'unsure';
  /** Why it was not done. */
  readonly fault?: Fault | undefined;
  /** What its sender shows by itself: everything, how it ends, or nothing, having left. */
  readonly shown: 'all' | 'end' | 'nothing';
}

export interface KeptWrite<Call> {
  readonly key: string;
  readonly call: Call;
}

/** Where the keys are kept. */
export interface WriteStorage {
  /** Of whoever is signed in; undefined for nobody. */
  readonly name: () => string | undefined;
  readonly read: (name: string) => string | undefined;
  /** Undefined removes it. */
  readonly write: (name: string, text: string | undefined) => void;
}

export interface PendingWrites<Call, Fault> {
  /** Notes a write, or what changed of it; without a sender who shows its end it stays until `forget`. */
  note(write: PendingWrite<Call, Fault>): void;
  /** Notes how a write ended; one that was answered, or whose sender says so, is not kept. */
  end(key: string, state: 'done' | 'none' | 'unsure', fault?: Fault): void;
  forget(key: string): void;
  /** Gives a write that is still kept another key: the one before never ran. */
  rename(key: string, renewed: string): void;
  /** Changes a write that is still kept. */
  change(key: string, change: Partial<Pick<PendingWrite<Call, Fault>, 'state' | 'shown'>>): void;
  /** The writes kept now, and each change of one from here on. Gives back how to stop. */
  on(listener: (write: PendingWrite<Call, Fault>) => void): () => void;
  /** Whether a write is of whoever is signed in now: nobody else may ask for it, or hears of it. */
  isOwn(key: string): boolean;
  /** What this tab kept of the account's writes that nobody on this page waits for, as far as it can be read. */
  left(isCall: (name: unknown) => name is Call): readonly KeptWrite<Call>[];
}

export function createPendingWrites<Call, Fault>({ name, read, write }: WriteStorage): PendingWrites<Call, Fault> {
  type One = PendingWrite<Call, Fault>;
  /** With whose they are. */
  const writes = new Map<string, { readonly one: One; readonly of: string | undefined }>();
  const listeners = new Set<(one: One) => void>();

  /** Signed out, what was kept stays: the account asks when it is back. */
  function keep(): void {
    const at = name();
    if (at === undefined) return;
    const open = [...writes.values()].filter(
      ({ one: { state }, of }) => of === at && (state === 'sent' || state === 'unknown'),
    );
    write(at, open.length === 0 ? undefined : JSON.stringify(open.map(({ one: { key, call } }) => ({ key, call }))));
  }

  function note(one: One): void {
    const before = writes.get(one.key);
    writes.set(one.key, { one, of: before ? before.of : name() });
    for (const oldest of writes.keys()) {
      if (writes.size <= MAX_PENDING) break;
      writes.delete(oldest);
    }
    keep();
    for (const listener of listeners) listener(one);
  }

  function forget(key: string): void {
    if (writes.delete(key)) keep();
  }

  const isOwn = (key: string): boolean => {
    const found = writes.get(key);
    return found === undefined || found.of === name();
  };

  return {
    note,
    end(key, state, fault) {
      const one = writes.get(key)?.one;
      if (one === undefined) return;
      const isKept = one.state === 'unknown' && one.shown === 'nothing' && isOwn(key);
      note({ ...one, state, fault });
      if (!isKept) forget(key);
    },
    forget,
    rename(key, renewed) {
      const found = writes.get(key);
      if (found === undefined) return;
      writes.delete(key);
      writes.set(renewed, { ...found, one: { ...found.one, key: renewed } });
      keep();
    },
    change(key, change) {
      const found = writes.get(key);
      if (found) note({ ...found.one, ...change });
    },
    on(listener) {
      for (const { one } of writes.values()) listener(one);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isOwn,
    left(isCall) {
      const at = name();
      const kept = readList((at !== undefined && read(at)) || '[]');
      const isWrite = (one: unknown): one is KeptWrite<Call> =>
        typeof one === 'object' &&
        one !== null &&
        'key' in one &&
        typeof one.key === 'string' &&
        'call' in one &&
        isCall(one.call);
      // Another release may have kept it otherwise: half of it might name another write.
      return kept.every(isWrite) ? kept.filter(({ key }) => !writes.has(key)) : [];
    },
  };
}

function readList(text: string): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
