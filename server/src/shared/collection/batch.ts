// Reads by key that share statements: while one is at work, all further questions wait for the next one. However many ask
// for accounts at a time, the database works on one statement.

interface Question<Key, Value> {
  readonly key: Key;
  readonly resolve: (value: Value | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Most keys of one statement. */
export const BATCH_MOST = 256;

/**
 * Answers questions by key. A question never shares a statement that began before it: its asker may have written since.
 * @param find the values of the given keys, each key once; a key without a value is left out.
 */
export function createBatch<Key, Value>(
  find: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  const waiting: Question<Key, Value>[] = [];
  let isAsking = false;

  async function ask(): Promise<void> {
    isAsking = true;
    while (waiting.length > 0) {
      const asked = waiting.splice(0, BATCH_MOST);
      try {
        const found = await find([...new Set(asked.map(({ key }) => key))]);
        for (const { key, resolve } of asked) resolve(found.get(key));
      } catch (error) {
        for (const { reject } of asked) reject(error);
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
