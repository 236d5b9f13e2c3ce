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
  stop(): Promise<void>;
}

/** Starts all at once. A run that fails is told and tried again after its rest. */
export function startPasses(passes: readonly Pass[], onFault: (error: unknown) => void): Passes {
  let stopped = false;
  const loops = new Map<string, Loop>();

  class Loop {
    readonly #pass: Pass;
    #timer: NodeJS.Timeout | undefined;
    #running: Promise<void> | undefined;
    #again = false;

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
          .catch(onFault)
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
    async stop() {
      stopped = true;
      await Promise.all([...loops.values()].map((loop) => loop.stop()));
    },
  };
}
