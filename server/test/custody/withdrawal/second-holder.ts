// Somebody else who has our keys: uses nonces that custody planned with, by transactions of their own.

import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import type { ChainNode, Payment, Rival, Source } from '../../../src/custody/rail/index.ts';
import { nonceClaim, practiceCodec, signTransaction } from '../../../src/custody/rail/practice/codec.ts';
import { readTransaction, writeTransaction } from '../../../src/custody/rail/practice/transaction.ts';

/** The signer's seed in these tests. */
export const PHRASE = 'test test test test test test test test test test test junk';

const account = HDKey.fromMasterSeed(mnemonicToSeedSync(PHRASE)).derive(practiceCodec.accountPath);

/** The key of a source below that seed's account of the practice chain. */
export function keyOf(source: Source): Uint8Array {
  const key =
    source.kind === 'hot' ? account.deriveChild(1).deriveChild(0) : account.deriveChild(0).deriveChild(source.index);
  if (key.privateKey === null) throw new Error('expected a private key');
  return key.privateKey;
}

/** Times the fee of ours. */
const RAISE = 30n;

/** What a second holder does with a nonce: pays elsewhere, pays the same, or nothing but itself. */
export const USES = ['elsewhere', 'same', 'self'] as const;
export type Use = (typeof USES)[number];

/** A transaction with a nonce of ours. */
export interface Made {
  readonly txid: string;
  readonly claim: string;
  readonly fee: bigint;
  readonly payment: Payment;
}

export interface Used extends Made {
  readonly use: Use;
}

function madeOf(raw: Uint8Array): Made {
  const { from, nonce, coin, fee, outputs } = readTransaction(raw).transaction;
  const [paid] = outputs;
  if (paid === undefined) throw new Error('expected an output');
  const payment = { coin: coin.coin, to: paid.address, units: paid.units };
  return { txid: practiceCodec.txid(raw), claim: nonceClaim(from, nonce), fee, payment };
}

export class SecondHolder {
  readonly used: Used[] = [];
  /** What custody itself sent, by id: a nonce tells of whatever used it. */
  private readonly sent = new Map<string, Made>();
  private readonly keys: (address: string) => Uint8Array;
  private readonly elsewhere: string;

  /** @param keys the private key of an address of ours. */
  constructor(keys: (address: string) => Uint8Array, elsewhere: string) {
    this.keys = keys;
    this.elsewhere = elsewhere;
  }

  /** Signs another transaction with the nonce of ours, at a fee that ours reach after nine raises. */
  rivalOf(raw: Uint8Array, use: Use, units: bigint): Uint8Array {
    const { publicKey, from, nonce, coin, fee, outputs } = readTransaction(raw).transaction;
    const [paid] = outputs;
    if (paid === undefined) throw new Error('expected an output');
    const output = {
      elsewhere: { address: this.elsewhere, units },
      same: paid,
      self: { address: from, units: 1n },
    }[use];
    const unsigned = writeTransaction({ publicKey, nonce, coin: coin.coin, fee: RAISE * fee, outputs: [output] });
    const signed = signTransaction(unsigned, this.keys(from));
    this.used.push({ use, ...madeOf(signed) });
    return signed;
  }

  /** Custody sent this. */
  note(raw: Uint8Array): void {
    const made = madeOf(raw);
    this.sent.set(made.txid, made);
  }

  /** What custody sent with a claim. */
  sentWith(claim: string): readonly Made[] {
    return [...this.sent.values()].filter((one) => one.claim === claim);
  }

  /** Of these claims, what stands in a block; as a chain tells it that proves it. */
  async rival(node: ChainNode, claims: readonly string[]): Promise<Rival | undefined> {
    const made = [...this.used, ...claims.flatMap((claim) => this.sentWith(claim))];
    for (const { txid, claim, fee, payment } of made) {
      if (!claims.includes(claim)) continue;
      const status = await node.status(txid);
      if (status.state !== 'included') continue;
      return { txid, height: status.height, blockHash: status.blockHash, feeCap: fee, payment };
    }
    return undefined;
  }
}
