// One life of child.ts, from its start to its death, and all it told. Every wait has an end and a message.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ChildOrders, Word } from './child.ts';

/** How long anything that is waited for may take, ms: a start with the database's crash recovery is the longest. */
const PATIENCE = 600_000;

interface Wait {
  readonly check: () => boolean;
  readonly done: () => void;
}

export class Life {
  readonly batches: Extract<Word, { kind: 'batch' }>[] = [];
  readonly acks: Extract<Word, { kind: 'ack' }>[] = [];
  readonly states: Extract<Word, { kind: 'state' }>[] = [];
  ready: Extract<Word, { kind: 'ready' }> | undefined;
  /** Keyed commands that were done. */
  done = 0;
  readonly #child: ChildProcess;
  /** Resolves once it is dead and all it told is heard. */
  readonly #ended: Promise<unknown>;
  #wait: Wait | undefined;
  #errors = '';

  constructor(orders: ChildOrders, cache: string) {
    const file = fileURLToPath(new URL('./child.ts', import.meta.url));
    this.#child = spawn(process.execPath, [file, JSON.stringify(orders)], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, NODE_COMPILE_CACHE: cache, NODE_NO_WARNINGS: '1' },
    });
    const { stdout, stderr } = this.#child;
    let left = '';
    stdout!.setEncoding('utf8').on('data', (part: string) => {
      const lines = (left + part).split('\n');
      // What a kill cut off in the middle was not told.
      left = lines.pop() ?? '';
      for (const line of lines) this.#hear(JSON.parse(line) as Word);
      this.#look();
    });
    stderr!.on('data', (part: Buffer) => (this.#errors += part.toString()));
    // Not 'close': the supervisor of its database holds its standard error for a while longer.
    this.#ended = Promise.all([once(this.#child, 'exit'), once(stdout!, 'close')]);
    this.#child.once('exit', () => this.#look());
  }

  /** Waits until something is so. @throws with what the process said when it ended before, or took too long. */
  async until(what: string, check: () => boolean): Promise<void> {
    if (check()) return;
    await within(this.#say(what), new Promise<void>((done) => (this.#wait = { check, done })));
    if (!check()) throw new Error(`the exchange ended before ${what}.${this.#say(what)()}`);
  }

  /** Kills it and hears the rest of what it told. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await within(this.#say('it was dead'), this.#ended);
  }

  #hear(word: Word): void {
    if (word.kind === 'ready') this.ready = word;
    else if (word.kind === 'batch') this.batches.push(word);
    else if (word.kind === 'state') this.states.push(word);
    else {
      this.acks.push(word);
      if (word.key !== 0 && word.code === 200) this.done += 1;
    }
  }

  #look(): void {
    const wait = this.#wait;
    const dead = this.#child.exitCode !== null || this.#child.signalCode !== null;
    if (wait === undefined || !(dead || wait.check())) return;
    this.#wait = undefined;
    wait.done();
  }

  #say(what: string): () => string {
    return () =>
      ` Waited for: ${what}. It told ${this.batches.length} batches, ${this.acks.length} answers (${this.done} done),` +
      ` last state ${JSON.stringify(this.states.at(-1))}. Its errors: ${this.#errors || 'none'}`;
  }
}

async function within(say: () => string, promise: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not within ${PATIENCE} ms.${say()}`)), PATIENCE);
  });
  try {
    await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
