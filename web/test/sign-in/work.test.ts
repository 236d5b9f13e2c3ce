// The proof of work of a registration on the page (issue 15 A.7): begun with the form, sent once, and what it shows.

import { act, renderHook, waitFor } from '@testing-library/react';
import { findWork, workFits } from '@vitrine/contract';
import { expect, test } from 'vitest';
import { emptyForm, registerInput } from '../../src/features/sign-in/form.ts';
import { type SolveWork, useWork } from '../../src/features/sign-in/use-work.ts';

const BITS = 4;

/** Challenges by number, each as good for so many ms. */
function challenges(bits: number, life = 600_000) {
  let asked = 0;
  const ask = async () => ({ bits, challenge: `challenge-${(asked += 1)}`, expires: Date.now() + life });
  return { ask, asked: () => asked };
}

const solve: SolveWork = async ({ challenge, bits }, onProgress) => {
  onProgress(0.5);
  return findWork(challenge, bits, 0, 100_000) ?? '';
};

test('it is solved when the form opens, and each registration sends another one', async () => {
  const { ask, asked } = challenges(BITS);
  const parts = { ask, solve };
  const { result } = renderHook(() => useWork(parts));
  await waitFor(() => expect(result.current.progress).toBe(1));
  expect(asked()).toBe(1);
  const first = await act(() => result.current.take());
  expect(first.challenge).toBe('challenge-1');
  expect(workFits('challenge-1', first.solution ?? '', BITS)).toBe(true);
  expect(registerInput(emptyForm, 'terms', first)).toMatchObject(first);
  const second = await act(() => result.current.take());
  expect(second.challenge).toBe('challenge-2');
});

test('one that would expire on the way is replaced', async () => {
  const { ask } = challenges(BITS, 1_000);
  const parts = { ask, solve };
  const { result } = renderHook(() => useWork(parts));
  await waitFor(() => expect(result.current.progress).toBe(1));
  expect((await act(() => result.current.take())).challenge).toBe('challenge-2');
});

test('where none is asked for nothing is shown, solved or sent', async () => {
  const { ask } = challenges(0);
  const parts = {
    ask,
    solve: () => {
      throw new Error('expected nothing to solve');
    },
  };
  const { result } = renderHook(() => useWork(parts));
  const work = await act(() => result.current.take());
  expect(result.current.progress).toBeUndefined();
  expect(registerInput(emptyForm, 'terms', work)).not.toHaveProperty('challenge');
});

test('a challenge that could not be asked for is asked for again at the next try', async () => {
  const { ask } = challenges(BITS);
  let failing = true;
  const parts = { ask: () => (failing ? Promise.reject(new Error('no line')) : ask()), solve };
  const { result } = renderHook(() => useWork(parts));
  await expect(act(() => result.current.take())).rejects.toThrow('no line');
  failing = false;
  expect((await act(() => result.current.take())).challenge).toBe('challenge-1');
});
