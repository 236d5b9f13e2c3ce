// The dead man's switch: armed at the exchange, and armed again by this page while it is open. Only the exchange
// cancels orders.

import { ApiFault, NoAnswer, request } from '../../api/index.ts';
import { readStored, storagePrefix, writeStored } from '../../preference/index.ts';

/** The available times, ms: those of the contract. */
export const CANCEL_AFTER_TIMES = [30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000] as const;
export type CancelAfterTime = (typeof CANCEL_AFTER_TIMES)[number];

export interface Gone {
  /** Chosen time, ms; undefined: off. */
  readonly time: CancelAfterTime | undefined;
  /** When the exchange cancels orders unless it is armed again, ms UTC by its clock; undefined: not armed (yet). */
  readonly actsAt: number | undefined;
  /** The last arming got no answer: the exchange may act at `actsAt`. */
  readonly failing: boolean;
}

export interface GonePorts {
  readonly arm: (timeoutMs: number) => Promise<{ readonly actsAt: number | null }>;
  /** When the exchange acts as it is armed now. */
  readonly ask: () => Promise<{ readonly actsAt: number | null }>;
  /** The time chosen in this browser, over reloads and tabs, as text. */
  readonly kept: () => string | undefined;
  readonly keep: (text: string | undefined) => void;
  readonly after: (ms: number, run: () => void) => () => void;
}

/** Arms again after a third of the time, so that several attempts may fail before the exchange acts. */
const PART = 3;
/** Delay before a failed attempt is repeated, ms. */
const SAY_AGAIN = 3_000;
/** Polling interval for a switch armed by another device, ms. */
const LOOK_AGAIN = 10_000;

const off: Gone = { time: undefined, actsAt: undefined, failing: false };

export class CancelAfterStore {
  #state: Gone = off;
  #cancel: (() => void) | undefined;
  /** The last call to the exchange. The next one waits for it, so that they arrive in order. */
  #last: Promise<void> = Promise.resolve();
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

  /** Switches it on with a time, or off. Resolves when the exchange has answered or the attempt failed. */
  async choose(time: CancelAfterTime | undefined): Promise<void> {
    this.#ports.keep(time === undefined ? undefined : String(time));
    await this.#go(time);
  }

  /** After a reload it continues with the chosen time; otherwise it shows what another device has armed. */
  async resume(): Promise<void> {
    const time = this.#keptTime();
    if (time === undefined) await this.#look();
    else await this.#go(time);
  }

  /** Another tab of this browser chose, and called the exchange. */
  async adopt(): Promise<void> {
    const time = this.#keptTime();
    if (time === this.#state.time) return;
    if (time === undefined) this.forget();
    else await this.#go(time);
  }

  /** Clears the state without a call: the user changed or signed out. */
  forget(): void {
    this.#cancel?.();
    this.#set(off);
  }

  #keptTime(): CancelAfterTime | undefined {
    const text = this.#ports.kept();
    return CANCEL_AFTER_TIMES.find((time) => String(time) === text);
  }

  async #go(time: CancelAfterTime | undefined): Promise<void> {
    this.#cancel?.();
    this.#set({ ...this.#state, time });
    await this.#arm(time);
  }

  #arm(time: CancelAfterTime | undefined): Promise<void> {
    const tell = (): Promise<void> => this.#tell(time);
    this.#last = this.#last.then(tell, tell);
    return this.#last;
  }

  async #tell(time: CancelAfterTime | undefined): Promise<void> {
    // The choice changed while the previous call was in flight.
    if (this.#state.time !== time) return;
    let failing = false;
    try {
      const { actsAt } = await this.#ports.arm(time ?? 0);
      if (this.#state.time !== time) return;
      this.#set({ time, actsAt: actsAt ?? undefined, failing });
    } catch (error) {
      if (!isSilence(error)) throw error;
      if (this.#state.time !== time) return;
      failing = true;
      this.#set({ ...this.#state, failing });
    }
    if (failing) this.#later(SAY_AGAIN, () => void this.#arm(time));
    else if (time !== undefined) this.#later(time / PART, () => void this.#arm(time));
  }

  async #look(): Promise<void> {
    try {
      const { actsAt } = await this.#ports.ask();
      if (this.#state.time !== undefined) return;
      this.#set({ ...off, actsAt: actsAt ?? undefined });
      if (actsAt === null) return;
    } catch (error) {
      if (!isSilence(error)) throw error;
      if (this.#state.time !== undefined) return;
    }
    this.#later(LOOK_AGAIN, () => void this.#look());
  }

  #later(ms: number, run: () => void): void {
    this.#cancel?.();
    this.#cancel = this.#ports.after(ms, run);
  }

  #set(next: Gone): void {
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }
}

/** No answer, or a refusal: another attempt may succeed. */
function isSilence(error: unknown): boolean {
  return error instanceof ApiFault || error instanceof NoAnswer;
}

const KEPT = 'gone';
const quiet = { quiet: true, timeout: 10_000 };

/** The instance of the page. */
export const gone = new CancelAfterStore({
  arm: (timeoutMs) => request('entrust.cancel.after', { timeoutMs: timeoutMs as 0 | CancelAfterTime }, quiet),
  ask: () => request('entrust.cancel.after', {}, quiet),
  kept: () => readStored(KEPT),
  keep: (text) => writeStored(KEPT, text),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
});

/** Continues after a reload, and follows the other tabs of this browser. Returns a function that stops it. */
export function followGone(): () => void {
  void gone.resume();
  const heard = ({ key }: StorageEvent): void => {
    if (key === storagePrefix + KEPT) void gone.adopt();
  };
  addEventListener('storage', heard);
  return () => {
    removeEventListener('storage', heard);
    gone.forget();
  };
}
