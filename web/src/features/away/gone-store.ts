// "Cancel my orders if I am gone": armed at the exchange, armed anew by this page while it lives, cancelled by nobody else.

import { ApiFault, NoAnswer, request } from '../../api/index.ts';

/** Times to choose from, ms: those the agreement takes. */
export const GONE_TIMES = [30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000] as const;
export type GoneTime = (typeof GONE_TIMES)[number];

export interface Gone {
  /** Chosen time, ms; undefined: switched off. */
  readonly time: GoneTime | undefined;
  /** When the exchange acts unless it hears of us, ms UTC by its clock; undefined: not armed (yet). */
  readonly actsAt: number | undefined;
  /** The last arming was not answered: the exchange may act at `actsAt`. */
  readonly failing: boolean;
}

export interface GonePorts {
  readonly arm: (timeoutMs: number) => Promise<{ readonly actsAt: number | null }>;
  readonly after: (ms: number, run: () => void) => () => void;
}

/** Armed again when a third of the time has passed: two tries may fail before the exchange acts. */
const PART = 3;

export class GoneStore {
  #state: Gone = { time: undefined, actsAt: undefined, failing: false };
  #cancel: (() => void) | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #ports: GonePorts;

  constructor(ports: GonePorts) {
    this.#ports = ports;
  }

  get state(): Gone {
    return this.#state;
  }

  listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Switches it on with a time, or off. Resolves when the exchange has answered, or could not. */
  async choose(time: GoneTime | undefined): Promise<void> {
    this.#cancel?.();
    this.#set({ ...this.#state, time });
    await this.#arm(time);
  }

  /** Forgets it without telling the exchange: another customer signs in, or nobody. */
  forget(): void {
    this.#cancel?.();
    this.#set({ time: undefined, actsAt: undefined, failing: false });
  }

  async #arm(time: GoneTime | undefined): Promise<void> {
    try {
      const { actsAt } = await this.#ports.arm(time ?? 0);
      if (this.#state.time !== time) return;
      this.#set({ time, actsAt: actsAt ?? undefined, failing: false });
    } catch (error) {
      if (!(error instanceof ApiFault) && !(error instanceof NoAnswer)) throw error;
      if (this.#state.time !== time) return;
      this.#set({ ...this.#state, failing: true });
    }
    if (time === undefined) return;
    this.#cancel?.();
    this.#cancel = this.#ports.after(time / PART, () => void this.#arm(time));
  }

  #set(next: Gone): void {
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }
}

/** The page's one. */
export const gone = new GoneStore({
  arm: (timeoutMs) =>
    request('entrust.cancel.after', { timeoutMs: timeoutMs as 0 | GoneTime }, { quiet: true, timeout: 10_000 }),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
});
