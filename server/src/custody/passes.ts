// The passes that run custody: each in its own loop, never two runs of one at a time; a stop waits for running ones.

export interface Pass {
  readonly name: string;
  /** Pause between two runs, ms. */
  readonly every: number;
  readonly run: () => Promise<void>;
}

export interface Passes {
  /** Runs a pass now, or right after the current run. */
  soon(name: string): void;
  /** Passes whose last run failed, and when the first failure of the series was. */
  failing(): readonly FailingPass[];
  stop(): Promise<void>;
}

export interface FailingPass {
  readonly name: string;
  /** ms UTC. */
  readonly since: number;
}

/** Starts all of them. A failed run is reported and retried after its pause. `now`: ms UTC. */
export function startPasses(
  passes: readonly Pass[],
  onFault: (error: unknown) => void,
  now: () => number = Date.now,
): Passes {
  let stopped = false;
  const loops = new Map<string, Loop>();

  class Loop {
    readonly #pass: Pass;
    #timer: NodeJS.Timeout | undefined;
    #running: Promise<void> | undefined;
    #again = false;
    /** Start of the current series of failures, ms UTC; undefined: none. */
    failingSince: number | undefined;

    constructor(pass: Pass) {
      this.#pass = pass;
      this.#sleep(0);
    }

    soon(): void {
      if (this.#running) this.#again = true;
      else this.#sleep(0);
    }

    async stop(): Promise<void> {
      clearTimeout(this.#timer);
      await this.#running;
    }

    #sleep(ms: number): void {
      clearTimeout(this.#timer);
      if (stopped) return;
      this.#timer = setTimeout(() => {
        this.#running = this.#pass
          .run()
          .then(() => {
            this.failingSince = undefined;
          })
          .catch((error: unknown) => {
            this.failingSince ??= now();
            onFault(error);
          })
          .finally(() => {
            this.#running = undefined;
            this.#sleep(this.#again ? 0 : this.#pass.every);
            this.#again = false;
          });
      }, ms);
      this.#timer.unref();
    }
  }

  for (const pass of passes) loops.set(pass.name, new Loop(pass));
  return {
    soon: (name) => loops.get(name)?.soon(),
    failing: () =>
      [...loops].flatMap(([name, { failingSince: since }]) => (since === undefined ? [] : [{ name, since }])),
    async stop() {
      stopped = true;
      await Promise.all([...loops.values()].map((loop) => loop.stop()));
    },
  };
}
