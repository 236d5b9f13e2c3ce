// The passes that keep custody going: each by itself, never two of one at a time, stopped by waiting for what runs.

export interface Pass {
  readonly name: string;
  /** Rest between two runs, ms. */
  readonly every: number;
  readonly run: () => Promise<void>;
}

export interface Passes {
  /** Runs a pass now, or right after the run that goes on. */
  soon(name: string): void;
  /** Whose last run failed, and when the first of its failures in a row was. */
  failing(): readonly FailingPass[];
  stop(): Promise<void>;
}

export interface FailingPass {
  readonly name: string;
  /** ms UTC. */
  readonly since: number;
}

/** Starts all at once. A run that fails is told and tried again after its rest. `now`: ms UTC. */
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
    /** When its runs began to fail, ms UTC; undefined while they do not. */
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
