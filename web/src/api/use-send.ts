// Sends writes of a component. While mounted, the component shows their outcome; after that, the page does.
import { useCallback, useEffect, useRef, useState } from 'react';
import { createJoinEqual } from '@vitrine/ui';
import type { AnswerOf, InputOf } from '@vitrine/contract';
import type { KeyedName } from './client.ts';
import { pendingWrites } from './pending.ts';
import { settle, type Settled, type WriteOptions } from './write.ts';

/** Like `settle`, without notices, for the calling component. */
export function useSettle(): <N extends KeyedName>(
  name: N,
  input: InputOf<N>,
  options?: WriteOptions,
) => Promise<Settled<N>> {
  const own = useRef(new Set<string>());
  const [join] = useState(createJoinEqual);
  useEffect(() => {
    const keys = own.current;
    return () => {
      for (const key of keys) pendingWrites.change(key, { shown: 'nothing' });
    };
  }, []);
  return useCallback(
    (name, input, options = {}) =>
      join([name, input], async () => {
        const keys: string[] = [];
        const onKey = (key: string): void => {
          keys.push(key);
          own.current.add(key);
        };
        try {
          return await settle(name, input, { ...options, onKey, quiet: true });
        } finally {
          for (const key of keys) own.current.delete(key);
        }
      }),
    [join],
  );
}

/** Sends a write and returns its data once it is known to be done; undefined if it was done and its answer is lost. */
export function useSend(): <N extends KeyedName>(name: N, input: InputOf<N>) => Promise<AnswerOf<N> | undefined> {
  const send = useSettle();
  return useCallback(
    async (name, input) => {
      const settled = await send(name, input);
      return settled.how === 'answered' ? settled.data : undefined;
    },
    [send],
  );
}
