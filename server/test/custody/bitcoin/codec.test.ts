// The pure part of bitcoin: BIP 84's vectors, addresses of every kind, bytes that say all that they do.

import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hex } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import { Transaction } from '@scure/btc-signer';
import { describe, expect, it } from 'vitest';
import { bareBytes, bitcoinCodec } from '../../../src/custody/rail/bitcoin/codec.ts';
import { writeDetail } from '../../../src/custody/rail/bitcoin/detail.ts';
import type { Plan, Source } from '../../../src/custody/rail/index.ts';

const main = bitcoinCodec('main');
const regtest = bitcoinCodec('regtest');
const ABOUT = `${'abandon '.repeat(11)}about`;
const account = HDKey.fromMasterSeed(mnemonicToSeedSync(ABOUT)).derive(main.accountPath);
const keyAt = (path: string) => account.derive(`m/${path}`).publicKey ?? new Uint8Array();

describe('BIP 84', () => {
  it('gives the account and addresses of its own test vectors', () => {
    expect(main.accountPath).toBe("m/84'/0'/0'");
    expect(regtest.accountPath).toBe("m/84'/1'/0'");
    expect(main.address(keyAt('0/0'))).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
    expect(main.address(keyAt('0/1'))).toBe('bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g');
    expect(main.address(keyAt('1/0'))).toBe('bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el');
  });
});

describe('an address', () => {
  it.each([
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'ok'],
    ['3P14159f73E4gFr7JterCCQh9QjiTjiZrG', 'ok'],
    ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'ok'],
    ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'ok'],
    ['bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3', 'ok'],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'ok'],
    // Another checksum, letter or case.
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'checksum'],
    ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mda', 'checksum'],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'checksum'],
    ['Bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'format'],
    // Other networks.
    ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'network'],
    ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'network'],
    ['0x742d35Cc6634C0532925a3b844Bc454e4438f44e', 'network'],
    // A witness version that nobody can spend yet; no address at all.
    ['bc1sw50qgdz25j', 'format'],
    ['', 'format'],
    ['bc1q', 'format'],
    ['hello', 'format'],
  ])('%s is %s', (address, verdict) => expect(main.check(address)).toBe(verdict));

  it('has one spelling', () => {
    expect(main.spell('BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4')).toBe('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
    expect(() => main.spell('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx')).toThrow(/network/);
    expect(regtest.check('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq')).toBe('network');
  });

  it('with any one letter changed is never taken', () => {
    const address = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
    for (let at = 4; at < address.length; at += 1)
      for (const letter of 'qpzry9x8')
        if (address[at] !== letter)
          expect(main.check(address.slice(0, at) + letter + address.slice(at + 1))).not.toBe('ok');
  });
});

const secret = (source: Source) => hex.decode((source.kind === 'hot' ? '11' : '22').repeat(32));
const publicKeyOf = (source: Source) => secp256k1.getPublicKey(secret(source), true);
const HOT = main.address(publicKeyOf({ kind: 'hot' }));
const TO = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const inputs = [
  { txid: 'aa'.repeat(32), index: 1, units: 60_000n },
  { txid: 'bb'.repeat(32), index: 0, units: 50_000n },
];
const plan = (change: bigint | null, units = 100_000n): Plan => ({
  ...{ chain: 'bitcoin', source: { kind: 'hot' }, payment: { coin: 'BTC', to: TO, units }, feeCap: 10_000n },
  claims: inputs.map(({ txid, index }) => `out:${txid}:${index}`),
  detail: writeDetail({ inputs, change }),
});
const own = new Set([HOT]);

describe('the bytes of a plan', () => {
  it('are the same each time and say what they do, before and after they are signed', () => {
    const unsigned = main.unsigned(plan(8_000n), publicKeyOf);
    expect(main.unsigned(plan(8_000n), publicKeyOf)).toEqual(unsigned);
    const spend = {
      ...{ payments: [{ coin: 'BTC', to: TO, units: 100_000n }], claims: plan(null).claims },
      ...{ cost: 2_000n, from: HOT },
    };
    expect(main.read(unsigned, own)).toEqual(spend);
    const signed = main.sign(unsigned, () => secret({ kind: 'hot' }));
    expect(main.sign(unsigned, () => secret({ kind: 'hot' }))).toEqual(signed);
    expect(main.read(signed, own)).toEqual(spend);
    const bare = Transaction.fromRaw(bareBytes(signed));
    expect(bare.id).toBe(main.txid(signed));
    expect([bare.inputsLength, bare.outputsLength, bare.lockTime]).toEqual([2, 2, 0]);
    expect([0, 1].map((at) => bare.getInput(at).sequence)).toEqual([0xff_ff_ff_fd, 0xff_ff_ff_fd]);
    expect(() => bareBytes(unsigned)).toThrow(/signed/);
  });

  it('read change to others as payments', () => {
    const unsigned = main.unsigned(plan(8_000n), publicKeyOf);
    expect(main.read(unsigned, new Set()).payments.length).toBe(2);
  });

  it('are refused beyond the fee they may cost, for other networks and without cover', () => {
    expect(() => main.unsigned(plan(null, 90_000n), publicKeyOf)).toThrow(/fee/);
    expect(() => main.unsigned(plan(20_000n), publicKeyOf)).toThrow(/fee/);
    expect(() => regtest.unsigned(plan(8_000n), publicKeyOf)).toThrow(/network/);
  });

  it('signed over other amounts than they say are not believed', () => {
    const signed = main.sign(main.unsigned(plan(8_000n), publicKeyOf), () => secret({ kind: 'hot' }));
    const forged = Transaction.fromPSBT(signed);
    const { witnessUtxo } = forged.getInput(0);
    const text = hex.encode(signed);
    // 60,000 satoshi, eight bytes, least first.
    const amount = '60ea000000000000';
    expect(witnessUtxo?.amount).toBe(60_000n);
    expect(text.split(amount).length).toBe(2);
    expect(() => main.read(hex.decode(text.replace(amount, '61ea000000000000')), own)).toThrow(/over its amount/);
  });

  it('with anything more in them are refused', () => {
    const more = new Transaction({ version: 2, lockTime: 0 });
    const script = Transaction.fromPSBT(main.unsigned(plan(null), publicKeyOf)).getInput(0).witnessUtxo?.script;
    if (script === undefined) throw new Error('no script');
    more.addInput({ txid: 'aa'.repeat(32), index: 1, witnessUtxo: { script, amount: 60_000n } });
    more.addOutput({ script, amount: 1_000n });
    expect(() => main.read(more.toPSBT(0), own)).toThrow(/higher fee/);
    expect(() => main.read(new Uint8Array([1, 2, 3]), own)).toThrow();
    const unsigned = main.unsigned(plan(8_000n), publicKeyOf);
    for (let cut = 1; cut < unsigned.length; cut += 7)
      expect(() => main.read(unsigned.subarray(0, cut), own)).toThrow();
  });
});
