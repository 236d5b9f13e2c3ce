// A house on a local node: keys of the well-known test phrase, both tokens, and a claims table in memory.

import { mnemonicToSeedSync } from '@scure/bip39';
import { HDKey } from '@scure/bip32';
import { getAddress, type Hex } from 'viem';
import { type EvmOptions, evmCodec, openEvm, parseEvmTokens } from '../../../src/custody/rail/evm/index.ts';
import type { Arrival, Block, Chain, Claims, Payment, Plan, Source } from '../../../src/custody/rail/index.ts';
import {
  callOf,
  deployTokens,
  LOCAL_CHAIN_ID,
  type LocalNode,
  type LocalTokens,
  startLocalNode,
} from './local-node.ts';

export const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
/** Wei of one ether; least units of one dollar. */
export const ETH = 10n ** 18n;
export const USD = 10n ** 6n;
export const HOT: Source = { kind: 'hot' };

const account = HDKey.fromMasterSeed(mnemonicToSeedSync(PHRASE)).derive("m/44'/60'/0'");

/** The extended public key of the account, as a signer tells it. */
export const ACCOUNT = account.publicExtendedKey;

function keyOf(source: Source): HDKey {
  return source.kind === 'hot'
    ? account.deriveChild(1).deriveChild(0)
    : account.deriveChild(0).deriveChild(source.index);
}
export function publicKeyOf(source: Source): Uint8Array {
  return keyOf(source).publicKey!;
}

/** What the signer keeps to itself. */
export function privateKeyOf(source: Source): Uint8Array {
  return keyOf(source).privateKey!;
}

/** Claims as SQL keeps them, in memory. */
export class MemoryClaims implements Claims {
  readonly #claims = new Set<string>();
  readonly #plans: Plan[] = [];
  has(claim: string): Promise<boolean> {
    return Promise.resolve(this.#claims.has(claim));
  }
  lastNonce(address: string): Promise<number | undefined> {
    const nonces = [...this.#claims]
      .filter((claim) => claim.startsWith(`nonce:${address}:`))
      .map((claim) => Number(claim.split(':')[2]));
    return Promise.resolve(nonces.length === 0 ? undefined : Math.max(...nonces));
  }
  store(plan: Plan): void {
    for (const claim of plan.claims) {
      if (this.#claims.has(claim)) throw new Error(`claimed twice: ${claim}`);
      this.#claims.add(claim);
    }
    this.#plans.push(plan);
  }
  outstanding(address: string): Promise<readonly Plan[]> {
    const own = `nonce:${address}:`;
    return Promise.resolve(this.#plans.filter(({ claims }) => claims.some((claim) => claim.startsWith(own))));
  }
  drop(plan: Plan): void {
    this.#plans.splice(this.#plans.indexOf(plan), 1);
    for (const claim of plan.claims) this.#claims.delete(claim);
  }
}

/** An arrival alone. */
export function withoutSenders({ txid, position, address, coin, units }: Arrival): Arrival {
  return { txid, position, address, coin, units };
}

export class EvmWorld {
  readonly node: LocalNode;
  readonly tokens: LocalTokens;
  readonly #options: Partial<EvmOptions>;
  chain: Chain;
  claims = new MemoryClaims();
  readonly #addresses: readonly string[];

  private constructor(node: LocalNode, tokens: LocalTokens, chain: Chain, options: Partial<EvmOptions>) {
    this.#options = options;
    this.node = node;
    this.tokens = tokens;
    this.chain = chain;
    this.#addresses = Array.from({ length: 40 }, (_, index) =>
      chain.codec.address(publicKeyOf({ kind: 'deposit', index })),
    );
  }

  static async start(options: Partial<EvmOptions> = {}): Promise<EvmWorld> {
    const node = await startLocalNode();
    try {
      const tokens = await deployTokens(node);
      return new EvmWorld(node, tokens, await openOn(node.url, tokens, options), options);
    } catch (error) {
      await node.stop();
      throw error;
    }
  }

  /** A customer's deposit address. */
  deposit(index: number): Hex {
    return this.#addresses[index]! as Hex;
  }
  get hot(): Hex {
    return this.chain.codec.address(publicKeyOf(HOT)) as Hex;
  }
  get watched(): readonly string[] {
    return this.#addresses;
  }
  readonly ours = (address: string): boolean => this.#addresses.includes(address);

  /** The node's account `index`: somebody outside. */
  async outside(index = 0): Promise<Hex> {
    return getAddress((await this.node.accounts())[index]!);
  }
  async sendEther(to: Hex, value: bigint): Promise<string> {
    return (await this.node.send({ from: await this.outside(), to, value, gas: 21_000n })).slice(2);
  }
  /** From outside's own tokens, minted for it. */
  async sendToken(token: Hex, to: Hex, units: bigint): Promise<string> {
    const from = await this.outside(1);
    await this.node.send({ from, to: token, data: callOf('OldDollar', 'mint', [from, units]) });
    return (await this.node.send({ from, to: token, data: callOf('OldDollar', 'transfer', [to, units]) })).slice(2);
  }
  /** Fills the hot wallet. */
  async fund(ether: bigint, dollars: bigint): Promise<void> {
    if (ether > 0n) await this.sendEther(this.hot, ether);
    if (dollars > 0n) await this.sendToken(this.tokens.usdt, this.hot, dollars);
    await this.node.mine();
  }
  async newest(): Promise<Block> {
    return await this.chain.node.head();
  }
  /** Without who sent them. */
  async arrivals(chain: Chain = this.chain): ReturnType<Chain['node']['arrivals']> {
    return (await this.sent(chain)).map(withoutSenders);
  }
  /** The same with their senders. */
  async sent(chain: Chain = this.chain): ReturnType<Chain['node']['arrivals']> {
    return await chain.node.arrivals(await chain.node.head(), this.ours);
  }

  /** Plans and stores. */
  async plan(payment: Payment, source: Source = HOT): Promise<Plan> {
    const plan = await this.chain.planner.plan(payment, source, this.claims);
    this.claims.store(plan);
    return plan;
  }
  sign(plan: Plan): Uint8Array {
    const { codec } = this.chain;
    return codec.sign(codec.unsigned(plan, publicKeyOf), () => privateKeyOf(plan.source));
  }
  async send(plan: Plan): Promise<string> {
    const raw = this.sign(plan);
    const answer = await this.chain.node.broadcast(raw);
    if (answer.state === 'refused') throw new Error(`refused: ${answer.why}`);
    return this.chain.codec.txid(raw);
  }

  /** Custody forgets what it planned, as on a chain that began anew. */
  async restart(): Promise<void> {
    await this.chain.stop();
    this.chain = await openOn(this.node.url, this.tokens, this.#options);
    this.claims = new MemoryClaims();
  }

  async stop(): Promise<void> {
    await this.chain.stop();
    await this.node.stop();
  }
}

export async function openOn(url: string, tokens: LocalTokens, options: Partial<EvmOptions> = {}): Promise<Chain> {
  return await openEvm({
    ...{ url, chainId: LOCAL_CHAIN_ID, tokens: parseEvmTokens(tokens.text), publicKeyOf },
    ...options,
  });
}

/** The pure part with tokens at made-up addresses. */
export const CODEC_TOKENS = parseEvmTokens(
  'USDT=0xdAC17F958D2ee523a2206206994597C13D831ec7,USDC=0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
);
export const codecOfTests = () => evmCodec({ chainId: 1, tokens: CODEC_TOKENS });
