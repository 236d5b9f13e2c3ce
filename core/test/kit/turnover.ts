// Thirty days of trades by user and day, in a second, simple implementation.

const DAY = 86_400_000;
const DAYS = 30;

export class Turnover {
  /** Atoms traded in total, by user. */
  private readonly total = new Map<number, number>();
  /** Whole units by user and day. */
  private readonly days = new Map<string, number>();

  add(user: number, atoms: number, unit: number, time: number): void {
    const before = this.total.get(user) ?? 0;
    this.total.set(user, before + atoms);
    const whole = Math.floor((before + atoms) / unit) - Math.floor(before / unit);
    const key = `${user} ${Math.floor(time / DAY)}`;
    this.days.set(key, (this.days.get(key) ?? 0) + whole);
  }

  /** Whole units of today and the 29 days before. */
  of(user: number, time: number): number {
    const today = Math.floor(time / DAY);
    let sum = 0;
    for (let day = today - DAYS + 1; day <= today; day += 1) sum += this.days.get(`${user} ${day}`) ?? 0;
    return sum;
  }
}
