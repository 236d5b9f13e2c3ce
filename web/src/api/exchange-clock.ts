// The exchange's clock, as the page's live part keeps it: the device's own may be wrong.

/** A clock that follows the exchange's. Times in ms UTC. */
export interface ExchangeClock {
  readonly now: () => number;
  /** The exchange answered `time` to a question asked at `sentAt` of the device's clock. */
  readonly answer: (time: number, sentAt: number) => void;
}

let clock: ExchangeClock = { now: Date.now, answer: () => undefined };

/** From here on keys are made by this clock. */
export function followClock(followed: ExchangeClock): void {
  clock = followed;
}

export function exchangeClock(): ExchangeClock {
  return clock;
}
