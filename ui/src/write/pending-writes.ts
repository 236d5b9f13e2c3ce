// Writes with an unknown outcome. The page keeps them, not the form that sent them.
// So the user learns the outcome even after they leave the form or reload the page. Only the idempotency keys are kept
// in this tab's storage, per account.

/** Maximum writes kept at once; the oldest is dropped. */
const MAX_PENDING = 20;

export interface PendingWrite<Call, Fault> {
  readonly key: string;
  readonly call: Call;
  /** Id of its notice. */
  readonly notice: string;
  /** `none`: it was not done. `unsure`: it may have been done, and the outcome stays unknown. */
  readonly state: 'sent' | 'unknown' | 'done' | 'none' | 'unsure';
  /** Why it was not done. */
  readonly fault?: Fault | undefined;
  /** What the sending form shows: everything, the outcome only, or nothing because it is closed. */
  readonly shown: 'all' | 'end' | 'nothing';
}

export interface KeptWrite<Call> {
  readonly key: string;
  readonly call: Call;
}

/** Where the idempotency keys are stored. */
export interface WriteStorage {
  /** The storage name for the signed-in account; undefined when signed out. */
  readonly name: () => string | undefined;
  readonly read: (name: string) => string | undefined;
  /** Undefined removes it. */
  readonly write: (name: string, text: string | undefined) => void;
}

export interface PendingWrites<Call, Fault> {
  /** Adds or updates a write. Without a form that shows its outcome, it stays until `forget`. */
  note(write: PendingWrite<Call, Fault>): void;
  /** Records the outcome of a write. Drops a write that was answered, or whose form shows the outcome. */
  end(key: string, state: 'done' | 'none' | 'unsure', fault?: Fault): void;
  forget(key: string): void;
  /** Gives a pending write another key, because the request with the previous key never ran. */
  rename(key: string, renewed: string): void;
  /** Updates a pending write. */
  change(key: string, change: Partial<Pick<PendingWrite<Call, Fault>, 'state' | 'shown'>>): void;
  /** Calls the listener with all pending writes now and with each later change. Returns a function that stops it. */
  on(listener: (write: PendingWrite<Call, Fault>) => void): () => void;
  /** Whether a write belongs to the signed-in account. Other accounts may not query it or see it. */
  isOwn(key: string): boolean;
  /** The stored writes of this account that no form on this page is waiting for, as far as they can be read. */
  left(isCall: (name: unknown) => name is Call): readonly KeptWrite<Call>[];
}

export function createPendingWrites<Call, Fault>({ name, read, write }: WriteStorage): PendingWrites<Call, Fault> {
  type One = PendingWrite<Call, Fault>;
  /** Each write with the account that sent it. */
  const writes = new Map<string, { readonly one: One; readonly of: string | undefined }>();
  const listeners = new Set<(one: One) => void>();

  /** After sign-out the stored keys remain: the account queries them after the next sign-in. */
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
      // Another release may have stored them differently. A partly read entry might name another write.
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
