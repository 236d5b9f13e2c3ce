// Reads by key that share statements: while one is at work, all further questions wait for the next one. However many ask
// for accounts at a time, the database works on one statement. Their answers are handed out a few in each turn of the
// event loop, keys in rotation: 240 requests that continue in one turn would be a long one for everybody else.

import { Rotation } from './rotation.ts';

interface Question<Key, Value> {
  readonly key: Key;
  readonly resolve: (value: Value | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Most questions of one statement. */
export const BATCH_MOST = 256;
/** Answers that are handed out in one turn of the event loop. */
export const ANSWERS_A_TURN = 4;

/** Hands out answers in turns. */
class Answers<Key> {
  readonly #waiting = new Rotation<Key, () => void>();
  #isBusy = false;

  add(key: Key, answer: () => void): void {
    this.#waiting.add(key, answer);
    if (this.#isBusy) return;
    this.#isBusy = true;
    setImmediate(this.#next);
  }

  readonly #next = (): void => {
    for (let count = 0; count < ANSWERS_A_TURN; count += 1) {
      const next = this.#waiting.take();
      if (next === undefined) {
        this.#isBusy = false;
        return;
      }
      next.item();
    }
    setImmediate(this.#next);
  };
}

/**
 * Answers questions by key. A question never shares a statement that began before it: its asker may have written since.
 * @param find the values of the given keys, each key once; a key without a value is left out.
 */
export function createBatch<Key, Value>(
  find: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  const waiting: Question<Key, Value>[] = [];
  const answers = new Answers<Key>();
  let isAsking = false;

  async function ask(): Promise<void> {
    isAsking = true;
    while (waiting.length > 0) {
      const asked = waiting.splice(0, BATCH_MOST);
      try {
        const found = await find([...new Set(asked.map(({ key }) => key))]);
        for (const { key, resolve } of asked) answers.add(key, () => resolve(found.get(key)));
      } catch (error) {
        for (const { key, reject } of asked) answers.add(key, () => reject(error));
      }
    }
    isAsking = false;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (!isAsking) void ask();
    });
}
