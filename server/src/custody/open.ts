// Opens custody: its signer, its chains, their followers, and the passes that run it.

import { waitsFrom } from '../engine/sequencer/index.ts';
import { lostRight } from '../account/users/index.ts';
import { join } from 'node:path';
import type { FundsNews } from '@vitrine/contract';
import type { CustodySettings } from '../app/settings/index.ts';
import { createAddresses, type KnownAddresses } from './address/index.ts';
import { checkSignedLog, createMarking, headOf, HistoryError, type Marking } from './anchor/index.ts';
import { anchorOf, setOwnAnchorAside } from './before.ts';
import { chosen, tokensOf } from './chosen.ts';
import { createBook } from './book/index.ts';
import { createFollower } from './chain/index.ts';
import { createDepositListener, createDeposits } from './deposit/index.ts';
import { type CoreFunds, followFunds } from './exchange/index.ts';
import { type Addresses, type Custody, type Head, SignerFault, type Treasury } from './types/index.ts';
import { createNetworks } from './networks/index.ts';
import type { CustodyParts } from './parts.ts';
import { type FailingPass, type Pass, startPasses } from './passes.ts';
import { bitcoinCodec, openBitcoin } from './rail/bitcoin/index.ts';
import { evmCodec, openEvm } from './rail/evm/index.ts';
import { type Chain, CHAINS, type ChainName, type Codec, type Source } from './rail/index.ts';
import { openPractice, type Practice } from './rail/practice/index.ts';
import { type RunningSigner, settingsOf, startSigner } from './signer/index.ts';
import { lackingLimits, signerLimits } from './signer-limits.ts';
import { createTreasury, watchUnrecorded } from './treasury/index.ts';
import { createWithdrawals } from './withdrawal/index.ts';

/** Pause between two passes over a chain, ms; a practice chain with faster blocks is polled at its block time. */
const CHAIN_REST = 2_000;
const LEAST_REST = 100;
/** Pauses between two passes over withdrawals, over the treasury, and between checks whether a proof is due, ms. */
const WITHDRAWAL_REST = 1_000;
const TREASURY_REST = 5_000;
const PROOF_REST = 60_000;
/** Interval of marking the journal's head at the signer, ms; each signature, the first row and a stop mark it too. */
const HEAD_REST = 5_000;
/** Interval of checks that the signer's log has what was signed, ms. */
const LOG_REST = 60_000;

export interface CustodyOptions extends CustodyParts {
  readonly settings: CustodySettings;
  readonly dataFolder: string;
  /** Seed of the exchange: the practice chain's own reorganisations follow from it. */
  readonly seed: string;
  /** From `openSigner`; custody awaits it, and whoever opened it stops it. */
  readonly signer: Promise<OpenedSigner>;
  /** Hash of a journal row, hex; undefined: no such row. */
  readonly rowHash: (row: number) => Promise<string | undefined>;
}

export type SignerParts = Pick<CustodyOptions, 'settings' | 'dataFolder' | 'mode' | 'vault' | 'onFault' | 'now'>;

export interface RunningCustody extends Custody {
  /** The exchange's rails, limits and withdrawals in progress. */
  readonly funds: CoreFunds;
  /** Mines practice blocks at once, for a test, and processes them; undefined in live mode. */
  readonly extend: ((blocks: number) => Promise<void>) | undefined;
  /** Passes whose last run failed, and chains whose node does not answer well. */
  readonly failing: () => readonly FailingPass[];
}

/** A signer, and what its settings lacked of the exchange's at its start, as a failing part. */
export interface OpenedSigner extends RunningSigner {
  readonly failing: () => readonly FailingPass[];
}

/**
 * Starts the signer of a data folder, or connects to the configured one. Only for the holder of the folder: a second
 * signer must not use it.
 * @throws {SignerFault} if it does not start.
 */
export async function openSigner(parts: SignerParts): Promise<OpenedSigner> {
  const { settings, dataFolder, vault, onFault, now } = parts;
  const { orders, coins } = chosen(parts);
  const folder = join(dataFolder, 'signer');
  const limits = signerLimits(coins, coldOf(settings.cold));
  const signer = await startSigner({
    ...{ folder, vault, codecs: orders, limits },
    ...{ socket: settings.signer, onFault },
  });
  // The folder of a signer that runs by itself is not ours to read.
  const lacking = settings.signer === undefined ? lackingLimits(await settingsOf(folder, limits), limits) : undefined;
  if (lacking !== undefined) onFault(new SignerFault(lacking.words));
  // The signer reads its settings at its start only.
  const failing = lacking === undefined ? [] : [{ name: `signer without ${lacking.what}`, since: now() }];
  return Object.assign(signer, { failing: () => failing });
}

/**
 * Opens custody and starts its passes. The database was checked before (`expectOwnDatabase`).
 * @throws if the signer did not start, an address does not match its key, or a setting is invalid for its chain.
 */
export async function openCustody(options: CustodyOptions): Promise<RunningCustody> {
  const { settings: _, dataFolder: __, seed: ___, signer: ____, rowHash: _____, ...parts } = options;
  const closing: (() => Promise<void> | void)[] = [];
  try {
    const custody = await open(options, parts, closing);
    return { ...custody, stop: () => closeAll(closing) };
  } catch (error) {
    await closeAll(closing);
    throw error;
  }
}

/** In reverse order. */
async function closeAll(closing: (() => Promise<void> | void)[]): Promise<void> {
  for (let close = closing.pop(); close !== undefined; close = closing.pop()) await close();
}

async function open(
  options: CustodyOptions,
  parts: CustodyParts,
  closing: (() => Promise<void> | void)[],
): Promise<Omit<RunningCustody, 'stop'>> {
  const { settings } = options;
  const { codecs } = chosen(options);
  const cold = coldOf(settings.cold);
  const running = await options.signer;
  await setOwnAnchorAside(options);
  const anchor = anchorOf(options);
  let newest: Head | undefined;
  closing.push(parts.link.onBatch((batch) => (newest = headOf(batch))));
  const marking = createMarking(
    { ...{ db: parts.db, signer: running, anchor, rowHash: options.rowHash }, onFault: parts.onFault },
    () => newest,
  );
  const { signer } = marking;
  const funds = await followFunds(parts.link);
  closing.push(() => funds.stop());

  // Chains need addresses when they plan and read, which is after the addresses are loaded.
  const late: { addresses?: KnownAddresses } = {};
  const addressesNow = (): KnownAddresses => {
    if (late.addresses === undefined) throw new Error('expected the addresses to be there before a chain is used');
    return late.addresses;
  };
  const { chains, practice } = await openChains(options, addressesNow, closing);
  const addresses = await createAddresses({ parts, chains, signer, cold });
  late.addresses = addresses;

  const listeners = new Set<(coreUser: number, news: FundsNews) => void>();
  const news = (coreUser: number, change: FundsNews): void => {
    for (const listener of listeners) listener(coreUser, change);
  };
  const followers = chains.map((chain) => {
    const listener = createDepositListener({ parts, chain, addresses });
    return createFollower({ parts, chain, addresses, listeners: [listener] });
  });
  for (const follower of followers) closing.push(() => follower.stop());
  const treasury = await createTreasury({ parts, chains, followers, addresses, funds, signer, news });
  closing.push(() => treasury.stop());
  const book = createBook({
    ...{ parts, chains, addresses, others: others(codecs) },
    waitsFrom: () => waitsFrom(parts.now(), parts.live.head().time),
  });
  const deposits = createDeposits({ parts, chains, followers, addresses, funds, treasury, news });
  closing.push(() => deposits.stop());
  const withdrawals = createWithdrawals({
    ...{ parts, chains, followers, addresses, funds, signer, treasury, book, deposits, news, lostRight },
  });
  const networks = createNetworks({ chains, funds, treasury, addresses });
  const outside = practice?.outside;
  await outside?.endow(addresses.hot('practice'));

  // After the passes, and before the holder of the journal ends: this distinguishes a copy of a stopped exchange from
  // an older one.
  closing.push(() => marking.mark().catch(parts.onFault));
  const passes = startPasses(
    [
      ...followers.map((follower): Pass => ({
        name: follower.chain.name,
        every: Math.max(LEAST_REST, Math.min(CHAIN_REST, follower.chain.blockTime / 2)),
        run: async () => {
          await addresses.refresh();
          await follower.step();
          await deposits.step(follower.chain.name);
        },
      })),
      { name: 'withdrawals', every: withdrawalRest(chains), run: () => withdrawals.step() },
      { name: 'treasury', every: TREASURY_REST, run: () => treasury.step() },
      { name: 'proof', every: PROOF_REST, run: () => treasury.prove() },
      {
        name: 'signed log',
        every: LOG_REST,
        run: () => checkSignedLog({ db: parts.db, signer: running, now: parts.now }),
      },
      {
        name: 'signatures without a record',
        every: LOG_REST,
        run: watchUnrecorded({ db: parts.db, signer: running, treasury, onFault: parts.onFault }),
      },
      { name: 'heads', every: HEAD_REST, run: () => heads(marking, chains, treasury) },
    ],
    parts.onFault,
    parts.now,
  );
  closing.push(() => passes.stop());
  const stopFirst = parts.link.onBatch(() => {
    stopFirst();
    passes.soon('heads');
  });
  closing.push(stopFirst);
  // Approved withdrawals are signed without waiting for the next pass.
  closing.push(funds.onWithdrawal(() => passes.soon('withdrawals')));
  return {
    ...{ networks, addresses, deposits, withdrawals, book, treasury, outside, funds },
    failing: () => [
      ...passes.failing(),
      ...running.failing(),
      ...followers.flatMap((follower) => {
        const since = follower.fault()?.since;
        return since === undefined ? [] : [{ name: `${follower.chain.name} node`, since }];
      }),
    ],
    extend:
      practice &&
      (async (blocks) => {
        await practice.extend(blocks);
        for (const name of ['practice', 'withdrawals']) passes.soon(name);
      }),
    onNews(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Marks the newest row. If the anchor has another history, every coin is halted, which the desk sees: nothing is
 * signed.
 */
async function heads(
  marking: Pick<Marking, 'step'>,
  chains: readonly Chain[],
  treasury: Pick<Treasury, 'halt' | 'halted'>,
): Promise<void> {
  try {
    await marking.step();
  } catch (error) {
    if (error instanceof HistoryError)
      for (const { name, coins } of chains)
        for (const { coin } of coins)
          if (treasury.halted(name, coin) === undefined) await treasury.halt(name, coin, error.message, null);
    throw error;
  }
}

async function openChains(
  { settings, mode, seed, ...parts }: CustodyOptions,
  addresses: () => Addresses,
  closing: (() => Promise<void> | void)[],
): Promise<{ readonly chains: readonly Chain[]; readonly practice: Practice | undefined }> {
  const keys = (chain: ChainName) => (source: Source) => addresses().publicKeyOf(chain)(source);
  const chains: Chain[] = [];
  const add = (chain: Chain): void => {
    chains.push(chain);
    closing.push(() => chain.stop());
  };
  let practice: Practice | undefined;
  if (mode === 'practice') {
    practice = await openPractice({
      ...{ parts: { ...parts, mode }, blockTime: settings.practiceBlock, publicKeyOf: keys('practice'), seed },
    });
    add(practice.chain);
  }
  const { ethereum, bitcoin } = settings;
  if (ethereum !== undefined)
    add(
      await openEvm({
        ...{ url: ethereum.url, chainId: ethereum.chainId, tokens: tokensOf(ethereum.tokens) },
        finality: ethereum.finality ?? false,
        publicKeyOf: keys('ethereum'),
        watched: () =>
          addresses()
            .all('ethereum')
            .map(({ address }) => address),
      }),
    );
  if (bitcoin !== undefined)
    add(
      await openBitcoin({
        ...{ ...bitcoin, db: parts.db, publicKeyOf: keys('bitcoin') },
        owns: (address) =>
          addresses().owner('bitcoin', address) !== undefined ||
          addresses().isHot?.('bitcoin', address) === true ||
          addresses().cold('bitcoin') === address,
      }),
    );
  return { chains, practice };
}

function coldOf(given: Readonly<Record<string, string>>): Readonly<Partial<Record<ChainName, string>>> {
  return Object.fromEntries(CHAINS.flatMap((chain) => (given[chain] === undefined ? [] : [[chain, given[chain]]])));
}

/** Codecs of chains without a node: their addresses are recognised as another network's. */
function others(open: readonly Codec[]): readonly Codec[] {
  const all = [evmCodec({ chainId: 1, tokens: [] }), bitcoinCodec('main')];
  return all.filter(({ chain }) => !open.some((one) => one.chain === chain));
}

/** Keeps up with fast chains. */
function withdrawalRest(chains: readonly Chain[]): number {
  return Math.max(LEAST_REST, Math.min(WITHDRAWAL_REST, ...chains.map(({ blockTime }) => blockTime / 2)));
}
