// Every strategy of practice traders by name.

import type { Act, Strategy } from '../trader.ts';
import { grid } from './grid.ts';
import { hedge } from './hedger.ts';
import { make } from './maker.ts';
import { ride } from './momentum.ts';
import { take } from './taker.ts';

export const ACTS: Readonly<Record<Strategy, Act>> = { taker: take, maker: make, grid, momentum: ride, hedger: hedge };
