// Which sessions are active, asked by every socket at each heartbeat: one statement answers all that ask meanwhile.

import { ownWork } from '../../api/load/index.ts';

/** Least time between two statements, ms; a session that was ended closes its sockets that much later at most. */
export const ALIVE_EVERY = 500;

type Asked = {
  readonly id: string;
  readonly resolve: (alive: boolean) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Answers whether a session is active. A question after a quiet time is answered at once; the others wait and are asked together.
 * @param find those of the given sessions that are active.
 * @param steady a monotonic clock, ms.
 */
export function createAlive(
  find: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
  every: number = ALIVE_EVERY,
  steady: () => number = () => performance.now(),
): (id: string) => Promise<boolean> {
  let waiting: Asked[] = [];
  let due: NodeJS.Timeout | undefined;
  let asking = false;
  let last = Number.NEGATIVE_INFINITY;

  async function ask(): Promise<void> {
    due = undefined;
    asking = true;
    last = steady();
    const asked = waiting;
    waiting = [];
    try {
      const active = await find([...new Set(asked.map(({ id }) => id))]);
      for (const { id, resolve } of asked) resolve(active.has(id));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    } finally {
      asking = false;
      if (waiting.length > 0) plan();
    }
  }

  function plan(): void {
    if (asking || due !== undefined) return;
    // It answers many: it is work of nobody's in particular.
    due = ownWork(() => setTimeout(() => void ask(), Math.max(0, last + every - steady())));
  }

  return (id) =>
    new Promise((resolve, reject) => {
      waiting.push({ id, resolve, reject });
      plan();
    });
}
