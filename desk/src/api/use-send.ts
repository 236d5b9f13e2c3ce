// Sends writes of a component. While mounted, the component shows their outcome; after that, the page does.
import { useCallback, useEffect, useRef, useState } from 'react';
import { createJoinEqual } from '@vitrine/ui';
import type { DeskAnswerOf, DeskInputOf } from '@vitrine/contract';
import type { KeyedName } from './client.ts';
import { pendingWrites } from './pending.ts';
import { newKey, settle } from './write.ts';

/** The write was done after its component unmounted, so the component must not act on it. */
class Left extends Error {}

/** Sends a write and returns its data once it is known to be done; undefined if it was done and its answer is lost. */
export function useSend(): <N extends KeyedName>(
  name: N,
  input: DeskInputOf<N>,
) => Promise<DeskAnswerOf<N> | undefined> {
  const own = useRef(new Set<string>());
  const isThere = useRef(true);
  const [join] = useState(createJoinEqual);
  useEffect(() => {
    const keys = own.current;
    isThere.current = true;
    return () => {
      isThere.current = false;
      for (const key of keys) pendingWrites.change(key, { shown: 'nothing' });
    };
  }, []);
  return useCallback(
    (name, input) =>
      join([name, input], async () => {
        const keys: string[] = [];
        const onKey = (key: string): string => {
          keys.push(key);
          own.current.add(key);
          return key;
        };
        try {
          const settled = await settle(name, input, onKey(newKey()), onKey);
          if (settled.how === 'answered') return settled.data;
          // Its success handler would close or open what is now shown.
          if (!isThere.current) throw new Left(`${name} was done after its form had left`);
          return undefined;
        } finally {
          for (const key of keys) own.current.delete(key);
        }
      }),
    [join],
  );
}
