// All of deposits: crediting a block's deposits in the ledger exactly once, and reversing what its chain takes back.

import { RAILS } from '@vitrine/core';
import type { Deposits } from '../types/index.ts';
import type { ChainName } from '../rail/index.ts';
import { openLedger } from './ledger.ts';
import { createLists } from './lists.ts';
import { createManual } from './manual.ts';
import type { DepositOptions } from './parts.ts';
import { createProgress } from './progress.ts';
import { createRescan } from './rescan.ts';
import { createSettle } from './settle.ts';

/** Includes stopping the projection of the exchange. */
export interface RunningDeposits extends Deposits {
  stop(): Promise<void>;
}

/** Blocks arrive through `createDepositListener`, which the chain's follower calls. */
export function createDeposits(options: DepositOptions): RunningDeposits {
  const { chains } = options;
  const ledger = openLedger({ ...options, bank: RAILS.bank });
  const settle = createSettle(options, ledger);
  const manual = createManual(options, settle, RAILS.bank);
  const progress = createProgress(options);
  const running = new Map<ChainName, Promise<void>>();

  async function pass(name: ChainName): Promise<void> {
    const chain = chains.find((one) => one.name === name);
    if (chain === undefined)
      throw new Error(`expected one of ${chains.map((one) => one.name).join(', ')}, got ${name}`);
    await settle.run(chain);
    await manual.finish();
    await progress(name);
  }

  return {
    ...createLists(options),
    ...createRescan(options),
    tell: manual.tell,
    pass: manual.pass,
    refuse: manual.refuse,
    step(name) {
      const now = running.get(name) ?? pass(name).finally(() => running.delete(name));
      running.set(name, now);
      return now;
    },
    async stop() {
      // The caller of a pass gets its error.
      await Promise.all([...running.values()].map((one) => one.catch(() => undefined)));
      ledger.stop();
    },
  };
}
