// Opens the practice chain: node, planner, external wallet, and regular blocks.

import { RAILS } from '@vitrine/core';
import type { CustodyParts } from '../../parts.ts';
import type { Chain, Source } from '../face.ts';
import { PracticeChain } from './chain.ts';
import { practiceCodec } from './codec.ts';
import { PRACTICE_COINS } from './coins.ts';
import { practiceNode } from './node.ts';
import { createOutside, OUTSIDE_ADDRESS, type OutsideWallet } from './outside.ts';
import { practicePlanner } from './planner.ts';

/** Blocks after which the fee of an unconfirmed transaction is bumped. */
const STUCK_BLOCKS = 6;

export interface PracticeOptions {
  readonly parts: Pick<CustodyParts, 'db' | 'mode' | 'now' | 'onFault'>;
  /** ms between blocks; 0: no automatic blocks (tests call `mine`). */
  readonly blockTime: number;
  /** Called when a plan is made, so its addresses may be created after the chain. */
  readonly publicKeyOf: (source: Source) => Uint8Array;
  /** Seed of automatic reorganisations, 1 to 3 deep; absent: none. */
  readonly seed?: string | undefined;
}

export interface Practice {
  readonly chain: Chain;
  readonly outside: OutsideWallet;
  /** Mines one or more blocks at once. */
  mine(count?: number): Promise<void>;
  /** Mines this many blocks at once, without automatic reorganisations. */
  extend(count: number): Promise<void>;
}

/** @throws outside practice mode, so that none of it can be taken for money. */
export async function openPractice({ parts, blockTime, publicKeyOf, seed }: PracticeOptions): Promise<Practice> {
  const { db, now, mode, onFault } = parts;
  if (mode !== 'practice') throw new Error(`expected the practice chain to be opened in practice mode, got ${mode}`);
  const practice = await PracticeChain.open({ db, now, seed, rich: OUTSIDE_ADDRESS });

  let mining: Promise<void> | undefined;
  /** A block that takes longer than the interval is not overtaken by the next. */
  function tick(): void {
    mining ??= practice
      .mine()
      .then(() => undefined, onFault)
      .finally(() => (mining = undefined));
  }
  const timer = blockTime > 0 ? setInterval(tick, blockTime) : undefined;
  timer?.unref();

  return {
    chain: {
      name: 'practice',
      rail: RAILS.practice,
      coins: PRACTICE_COINS.map(({ coin, decimals }) => ({ coin, decimals })),
      feeCoin: 'USDT',
      blockTime,
      node: practiceNode(practice),
      planner: practicePlanner(practice, publicKeyOf),
      codec: practiceCodec,
      stuckAfter: blockTime * STUCK_BLOCKS,
      code: null,
      async stop() {
        clearInterval(timer);
        await mining;
      },
    },
    outside: createOutside(practice, db, now),
    mine: async (count) => void (await practice.mine(count)),
    extend: (count) => practice.extend(count),
  };
}
