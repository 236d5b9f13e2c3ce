// A gate for dear work: so many at once, so many waiting, so many of one account; the rest is turned away.

import { IdentityRefusal } from '../identity/index.ts';

export interface Gate {
  /**
   * Runs `work` of an account when its turn comes.
   * @throws {IdentityRefusal} at once: 429 when the account has its share in here already, 503 when too many wait.
   */
  run<T>(owner: string, work: () => Promise<T>): Promise<T>;
}

export interface GateOptions {
  readonly atOnce: number;
  readonly waiting: number;
  /** Of one account at most, at work or waiting. */
  readonly each: number;
}

interface Waiter {
  readonly owner: string;
  readonly go: () => void;
}

/**
 * A gate that lets `atOnce` work while at most `waiting` wait. Whoever has the least at work goes first, then whoever came
 * first: an account that sends its share at once waits behind one that sends a single picture.
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
        throw new IdentityRefusal(429, `at most ${each} pictures of one account at once`, { seconds: 1 });
      if (atWork >= atOnce && line.length >= waiting)
        throw new IdentityRefusal(503, 'Too many pictures are being read at the moment. Nothing was done; try again.');
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

/** Adds to a count; one that is 0 takes no room. */
function add(counts: Map<string, number>, owner: string, by: number): void {
  const count = (counts.get(owner) ?? 0) + by;
  if (count === 0) counts.delete(owner);
  else counts.set(owner, count);
}
