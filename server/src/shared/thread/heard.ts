// Waits for a message of a thread.

import type { Worker } from 'node:worker_threads';

interface Word {
  readonly kind: string;
}
type WordOf<W extends Word, K extends W['kind']> = Extract<W, { readonly kind: K }>;

/**
 * Resolves when the thread sends a message of that kind (that `fits`); rejects if it fails, ends, or stays silent for
 * `most` ms.
 */
export type Heard<W extends Word> = <K extends W['kind']>(
  kind: K,
  most: number,
  fits?: (word: WordOf<W, K>) => boolean,
) => Promise<WordOf<W, K>>;

/** Waits for messages of a thread. `name`: of the thread, for errors. */
export function heardFrom<W extends Word>(worker: Worker, name: string): Heard<W> {
  return <K extends W['kind']>(kind: K, most: number, fits: (word: WordOf<W, K>) => boolean = () => true) => {
    const isOf = (word: W): word is WordOf<W, K> => word.kind === kind;
    return new Promise<WordOf<W, K>>((resolve, reject) => {
      const timer = setTimeout(
        () => fail(new Error(`the ${name} thread did not say "${kind}" within ${most} ms`)),
        most,
      );
      const done = () => {
        clearTimeout(timer);
        worker.off('message', message);
        worker.off('error', fail);
        worker.off('exit', exit);
      };
      const fail = (error: Error) => {
        done();
        reject(error);
      };
      const exit = (code: number) => fail(new Error(`the ${name} thread ended with code ${code}`));
      const message = (word: W) => {
        if (!isOf(word) || !fits(word)) return;
        done();
        resolve(word);
      };
      worker.on('message', message);
      worker.on('error', fail);
      worker.on('exit', exit);
    });
  };
}
