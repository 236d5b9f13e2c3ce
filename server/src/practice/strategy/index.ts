// Every strategy of practice traders by name.

import type { Act, Strategy } from '../trader.ts';
import { grid } from './grid.ts';
import { hedge } from './hedger.ts';
import { make, narrow } from './maker.ts';
import { ride } from './momentum.ts';
import { take } from './taker.ts';

export const ACTS: Readonly<Record<Strategy, Act>> = { taker: take, maker: make, grid, momentum: ride, hedger: hedge };

/** What a strategy does at once when the book changes, beside its turns. */
export const REACTIONS: Readonly<Partial<Record<Strategy, Act>>> = { maker: narrow };
