// The simulated users: each one's behaviour, and their next commands.

import type { Random } from './random.ts';
import { type Act, type Scenario, type Behaviour, BEHAVIOURS } from './scenario.ts';

/** Relative number of users of each behaviour. */
const SHARES: Readonly<Record<Behaviour, number>> = {
  trader: 4,
  maker: 2,
  gambler: 3,
  borrower: 2,
  hoarder: 2,
  clumsy: 1,
  attacker: 2,
};
const ROUND = BEHAVIOURS.flatMap((behaviour) => Array.from({ length: SHARES[behaviour] }, () => behaviour));

/** The acts of one behaviour, with running sums of the weights. */
interface Habit {
  readonly acts: readonly Act[];
  readonly sums: readonly number[];
}

export class People {
  /** Commands made, by act. */
  readonly made = new Map<string, number>();
  private readonly habits = new Map<Behaviour, Habit>();

  constructor(acts: readonly Act[]) {
    for (const behaviour of BEHAVIOURS) {
      const own = acts.filter((act) => (act.weights[behaviour] ?? 0) > 0);
      let sum = 0;
      this.habits.set(behaviour, { acts: own, sums: own.map((act) => (sum += act.weights[behaviour] ?? 0)) });
    }
  }

  behaviourOf(user: number): Behaviour {
    return ROUND[(user * 5) % ROUND.length] ?? 'trader';
  }

  /** The next command of a random user; undefined when three attempts produced none. */
  next(stage: Scenario, random: Random): Float64Array | undefined {
    const user = stage.someone();
    const habit = this.habits.get(this.behaviourOf(user));
    if (habit === undefined || habit.acts.length === 0) return undefined;
    const { acts, sums } = habit;
    const total = sums.at(-1) ?? 0;
    for (let idea = 0; idea < 3; idea += 1) {
      const roll = random.below(total);
      const act = acts[sums.findIndex((sum) => roll < sum)];
      const words = act?.make(stage, user);
      if (act === undefined || words === undefined) continue;
      this.made.set(act.name, (this.made.get(act.name) ?? 0) + 1);
      return words;
    }
    return undefined;
  }
}
