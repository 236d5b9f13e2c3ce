// How busy the crowd is: by the hour of the UTC day and by how much the majors move.

/** Commands per second over all markets: the usual rate and its bounds. */
export const USUAL_RATE = 4;
export const LEAST_RATE = 2;
export const MOST_RATE = 5;
/** Commands per second that each trader who reacts to sweeps may send as reactions, beside these. */
export const REACTION_RATE = 1.5;

const HOUR_MS = 3_600_000;
const HOURS = 24;
/** The busiest hour, UTC: Europe's afternoon and America's morning. */
const BUSIEST = 15;
const DAY_SWING = 0.25;
/** Volatility per year at which the rate is the usual one, and the exponent by which it follows. */
const USUAL_VOLATILITY = 0.55;
const FOLLOWS = 0.5;

/** Commands per second at a time (ms UTC) and a yearly volatility of the majors; undefined: not known yet. */
export function rateAt(time: number, volatility: number | undefined): number {
  const hour = (time % (HOURS * HOUR_MS)) / HOUR_MS;
  const byHour = 1 + DAY_SWING * Math.cos(((hour - BUSIEST) / HOURS) * 2 * Math.PI);
  const byMoves = volatility === undefined ? 1 : (volatility / USUAL_VOLATILITY) ** FOLLOWS;
  return Math.min(MOST_RATE, Math.max(LEAST_RATE, USUAL_RATE * byHour * byMoves));
}
