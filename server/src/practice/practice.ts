// The practice traders of an exchange: their labelled accounts, their thread, and the switch that stops them.

import type { MessagePort } from 'node:worker_threads';
import type { SharedAhead } from '../shared/clock/index.ts';
import { type AccountParts, openPracticeAccounts } from './accounts.ts';
import { startCrowdThread } from './thread.ts';
import { TRADERS } from './trader.ts';

export interface PracticeParts extends AccountParts {
  readonly mode: 'practice' | 'live';
  /** Whether they may trade at all. Without it they only cancel and close what they have from before. */
  readonly wanted: boolean;
  /** A new port for `openLink`. */
  readonly port: () => MessagePort;
  readonly seed: string;
  readonly ahead?: SharedAhead | undefined;
  /** The users that are labelled; new ones are added before they do anything. */
  readonly labelled: Set<number>;
  readonly onFault: (error: unknown) => void;
}

export interface PracticeTraders {
  /**
   * Switches trading on or off. Off resolves once their orders are cancelled and their positions closed, as far as
   * their markets have a price. On does nothing where the setting does not want them.
   */
  set(on: boolean): Promise<void>;
  /** Whether the setting wants them. */
  readonly wanted: boolean;
  stop(): Promise<void>;
}

/**
 * Opens the accounts and starts the thread, switched off. Undefined: there are none, and none are wanted.
 * @throws in live mode.
 */
export async function openPracticeTraders(parts: PracticeParts): Promise<PracticeTraders | undefined> {
  const { mode, wanted, port, seed, ahead, labelled, onFault } = parts;
  if (mode !== 'practice') {
    if (!wanted) return undefined;
    throw new Error(`The mode ${mode} has no practice traders: they trade with play money.`);
  }
  const accounts = await openPracticeAccounts(parts, wanted ? TRADERS : 0);
  for (const user of accounts.values()) labelled.add(user);
  if (accounts.size === 0) return undefined;
  const thread = await startCrowdThread(
    { port: port(), seed, accounts, ...(ahead === undefined ? {} : { ahead }) },
    (message) => onFault(new Error(`practice traders: ${message}`)),
  );
  await thread.set(false);
  return {
    wanted,
    set: (on) => thread.set(on && wanted),
    stop: () => thread.stop(),
  };
}
