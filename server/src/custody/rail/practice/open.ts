// Opens the practice chain of a house: node, planner and the wallet outside, and a block every so often.

import { RAILS } from '@vitrine/core';
import type { CustodyParts } from '../../parts.ts';
import type { Chain, Source } from '../face.ts';
import { PracticeChain } from './chain.ts';
import { practiceCodec } from './codec.ts';
import { PRACTICE_COINS } from './coins.ts';
import { practiceNode } from './node.ts';
import { createOutside, OUTSIDE_ADDRESS, type OutsideWallet } from './outside.ts';
import { practicePlanner } from './planner.ts';

/** Blocks that a transaction may be passed over before its fee is raised. */
const STUCK_BLOCKS = 6;

export interface PracticeOptions {
  readonly parts: Pick<CustodyParts, 'db' | 'mode' | 'now' | 'onFault'>;
  /** ms between blocks; 0: none by itself (tests call `mine`). */
  readonly blockTime: number;
  /** Asked when a plan is made, so it may be of addresses that are made after the chain. */
  readonly publicKeyOf: (source: Source) => Uint8Array;
  /** From which reorganisations 1 to 3 deep follow by themselves; without it there are none. */
  readonly seed?: string | undefined;
}

export interface Practice {
  readonly chain: Chain;
  readonly outside: OutsideWallet;
  /** A block at once, or several. */
  mine(count?: number): Promise<void>;
  /** So many blocks at once, without a reorganisation of their own. */
  extend(count: number): Promise<void>;
}

/** @throws outside practice mode: there nothing of it may be taken for money. */
export async function openPractice({ parts, blockTime, publicKeyOf, seed }: PracticeOptions): Promise<Practice> {
  const { db, now, mode, onFault } = parts;
  if (mode !== 'practice') throw new Error(`expected the practice chain to be opened in practice mode, got ${mode}`);
  const practice = await PracticeChain.open({ db, now, seed, rich: OUTSIDE_ADDRESS });

  let mining: Promise<void> | undefined;
  /** A block that takes longer than the next is waited for is not overtaken. */
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
