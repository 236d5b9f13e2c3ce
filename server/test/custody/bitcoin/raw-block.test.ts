// A raw block of bitcoin: what is read of it, and what is refused.

import { hex } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { sha256x2 } from '@scure/btc-signer/utils.js';
import { describe, expect, it } from 'vitest';
import { readBlock, readTransaction } from '../../../src/custody/rail/bitcoin/block.ts';
import { MAIN_GENESIS, makeBlock, MINER, payment, REGTEST_GENESIS, shown } from './fake-node.ts';

const GENESIS = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';
const ANY_WORK = 0x20_7f_ff_ff;

describe('a raw block', () => {
  it('of the main chain and of regtest is read and proved', () => {
    const { header, transactions } = readBlock(MAIN_GENESIS, GENESIS, ANY_WORK);
    expect(header).toMatchObject({ hash: GENESIS, parent: '0'.repeat(64), time: Date.UTC(2009, 0, 3, 18, 15, 5) });
    expect(transactions.map(({ txid }) => txid)).toEqual([
      '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
    ]);
    expect(transactions[0]?.outputs.map(({ units }) => units)).toEqual([5_000_000_000n]);
    const regtest = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206';
    expect(readBlock(REGTEST_GENESIS, regtest, ANY_WORK).header.hash).toBe(regtest);
  });

  it('with any byte changed, cut or added is not believed', () => {
    for (let at = 0; at < MAIN_GENESIS.length; at += 1) {
      const changed = Uint8Array.from(MAIN_GENESIS);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => readBlock(changed, GENESIS, ANY_WORK)).toThrow();
      expect(() => readBlock(MAIN_GENESIS.subarray(0, at), GENESIS, ANY_WORK)).toThrow();
    }
    expect(() => readBlock(Uint8Array.from([...MAIN_GENESIS, 0]), GENESIS, ANY_WORK)).toThrow();
  });

  it('without the work of its network is not believed', () => {
    expect(() => readBlock(MAIN_GENESIS, GENESIS, 0x17_10_00_00)).toThrow(/work/);
  });

  it('with the same transaction twice at the end is not believed (CVE-2012-2459)', () => {
    const [one, two, three] = [1n, 2n, 3n].map((units) => payment([{ to: MINER, units }]));
    const honest = makeBlock('00'.repeat(32), 1, [one!, two!, three!]);
    const hash = shown(sha256x2(honest.subarray(0, 80)));
    expect(readBlock(honest, hash, ANY_WORK).transactions.length).toBe(3);
    const doubled = Uint8Array.from([...honest, ...three!]);
    doubled[80] = 4;
    expect(() => readBlock(doubled, hash, ANY_WORK)).toThrow(/twice/);
  });

  it('has transactions named as the library names them, with witnesses and without', () => {
    // BIP 143, native P2WPKH.
    const raw = hex.decode(
      '01000000000102fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f00000000494830450221008b9d1dc26ba6a9cb62127b02742fa9d754cd3bebf337f7a55d114c8e5cdd30be022040529b194ba3f9281a99f2b1c0a19c0489bc22ede944ccf4ecbab4cc618ef3ed01eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac000247304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a0220573a954c4518331561406f90300e8f3358f51928d43c212a8caed02de67eebee0121025476c2e83188368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee635711000000',
    );
    const read = readTransaction(raw);
    expect(read.txid).toBe(Transaction.fromRaw(raw, { allowUnknownInputs: true }).id);
    expect(read.inputs.map(({ index }) => index)).toEqual([0, 1]);
    expect(read.outputs.map(({ units }) => units)).toEqual([112_340_000n, 223_450_000n]);
  });
});
