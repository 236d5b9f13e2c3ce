// Admission control for expensive work: limits how much runs at once, how much waits, and how much of it is one
// account's; rejects the rest.

import { IdentityRefusal } from '../identity/index.ts';

export interface Gate {
  /**
   * Runs `work` of an account when its turn comes.
   * @throws {IdentityRefusal} at once: 429 if the account has reached its share, 503 if too many wait.
   */
  run<T>(owner: string, work: () => Promise<T>): Promise<T>;
}

export interface GateOptions {
  readonly atOnce: number;
  readonly waiting: number;
  /** Most items per account, running or waiting. */
  readonly each: number;
}

interface Waiter {
  readonly owner: string;
  readonly go: () => void;
}

/**
 * A gate that runs `atOnce` items while at most `waiting` wait. The account with the fewest running items goes first,
 * then the earlier item. So an account that sends its whole share at once waits behind one that sends a single picture.
 */
export function createGate({ atOnce, waiting, each }: GateOptions): Gate {
  const line: Waiter[] = [];
  const inside = new Map<string, number>();
  const working = new Map<string, number>();
  let atWork = 0;

  function next(): void {
    if (atWork >= atOnce) return;
    let first = 0;
    for (let at = 1; at < line.length; at += 1) if (workOf(line[at]) < workOf(line[first])) first = at;
    const [waiter] = line.splice(first, 1);
    if (waiter !== undefined) begin(waiter);
  }
  function workOf(waiter: Waiter | undefined): number {
    return working.get(waiter?.owner ?? '') ?? 0;
  }
  function begin({ owner, go }: Waiter): void {
    atWork += 1;
    add(working, owner, 1);
    go();
  }

  return {
    async run(owner, work) {
      if ((inside.get(owner) ?? 0) >= each)
        throw new IdentityRefusal('request.tooFrequent', `at most ${each} pictures of one account at once`, {
          seconds: 1,
        });
      if (atWork >= atOnce && line.length >= waiting)
        throw new IdentityRefusal(
          'server.notTaking',
          'Too many pictures are being read at the moment. Nothing was done; try again.',
        );
      add(inside, owner, 1);
      try {
        await new Promise<void>((go) => {
          line.push({ owner, go });
          next();
        });
        try {
          return await work();
        } finally {
          atWork -= 1;
          add(working, owner, -1);
          next();
        }
      } finally {
        add(inside, owner, -1);
      }
    },
  };
}

/** Changes a count; a count of 0 is removed from the map. */
function add(counts: Map<string, number>, owner: string, by: number): void {
  const count = (counts.get(owner) ?? 0) + by;
  if (count === 0) counts.delete(owner);
  else counts.set(owner, count);
}
