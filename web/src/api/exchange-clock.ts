// The exchange's clock, kept by the live part of the page: the device's clock may be wrong.

/** A clock that follows the exchange's. Times in ms UTC. */
export interface ExchangeClock {
  readonly now: () => number;
  /** The exchange answered `time` to a request sent at `sentAt` of the device's clock. */
  readonly answer: (time: number, sentAt: number) => void;
}

let clock: ExchangeClock = { now: Date.now, answer: () => undefined };

/** Makes keys by this clock from now on. */
export function followClock(followed: ExchangeClock): void {
  clock = followed;
}

export function exchangeClock(): ExchangeClock {
  return clock;
}
