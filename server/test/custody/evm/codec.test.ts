// Ethereum without a node: addresses, bytes and signatures, refused in every other form.

import fc from 'fast-check';
import { randomTests } from '@vitrine/core/test';
import {
  bytesToHex,
  getAddress,
  type Hex,
  hexToBytes,
  keccak256,
  parseTransaction,
  serializeTransaction,
  type TransactionSerializableEIP1559,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { parseEvmTokens } from '../../../src/custody/rail/evm/index.ts';
import { checkVectors } from '../../../src/custody/rail/evm/address.ts';
import { writeDetail } from '../../../src/custody/rail/evm/detail.ts';
import { evmCodec } from '../../../src/custody/rail/evm/index.ts';
import type { Plan, Source } from '../../../src/custody/rail/index.ts';
import { CODEC_TOKENS, codecOfTests } from './world.ts';

const { rounds } = randomTests(import.meta.url);

const codec = codecOfTests();
const [USDT] = CODEC_TOKENS;
/** The first account of the well-known test phrase. */
const SECRET: Hex = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const PAYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const PUBLIC_KEY = hexToBytes('0x038318535b54105d4a7aae60c08fc45f9687181b4fdfc625bd1a753fa7397fed75');
const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const SOURCE: Source = { kind: 'hot' };
const publicKey = () => PUBLIC_KEY;
const privateKey = () => hexToBytes(SECRET);

function planOf(coin: string, units: bigint, given: Partial<Parameters<typeof writeDetail>[0]> = {}): Plan {
  const detail = {
    ...{ chainId: 1, from: PAYER, nonce: 7, gas: 21_000n, maxFee: 30_000_000_000n, priorityFee: 1_000_000_000n },
    ...given,
  };
  return {
    chain: 'ethereum',
    source: SOURCE,
    payment: { coin, to: TO, units },
    claims: [`nonce:${PAYER}:${detail.nonce}`],
    feeCap: detail.gas * detail.maxFee,
    detail: writeDetail(detail),
  };
}

const asHex = (bytes: Uint8Array): Hex => bytesToHex(bytes);

describe('addresses', () => {
  test('a compressed public key is decompressed before it is hashed', () => {
    expect(codec.address(PUBLIC_KEY)).toBe(PAYER);
    const wrong = (key: Uint8Array) => getAddress(`0x${keccak256(key).slice(-40)}`);
    expect(() => checkVectors(wrong)).toThrow(/expected address 0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf/);
  });

  test('any other form of a public key is refused', () => {
    expect(() => codec.address(PUBLIC_KEY.subarray(1))).toThrow(/33 bytes/);
    expect(() => codec.address(new Uint8Array(33))).toThrow();
  });

  test.each([
    [TO, 'ok'],
    [TO.toLowerCase(), 'ok'],
    [`0x${TO.slice(2).toUpperCase()}`, 'ok'],
    ['0x70997970C51812dc3A010C7d01b50e0d17dc79c8', 'checksum'],
    ['0x70997970C51812dc3A010C7d01b50e0d17dc79C', 'format'],
    ['70997970C51812dc3A010C7d01b50e0d17dc79C8', 'format'],
    [`0X${TO.slice(2)}`, 'format'],
    [` ${TO}`, 'format'],
    [`${TO}\n`, 'format'],
    ['', 'format'],
    ['vitalik.eth', 'format'],
    ['0x0000000000000000000000000000000000000000', 'format'],
    ['0x0000000000000000000000000000000000000001', 'format'],
    ['0xdAC17F958D2ee523a2206206994597C13D831ec7', 'format'],
    ['0xdac17f958d2ee523a2206206994597c13d831ec7', 'format'],
    ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'network'],
    ['BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ', 'network'],
    ['bcrt1qar0srrr7xfkvy5l643lydnw9re59gtzz8w6pzc', 'network'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'network'],
    ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'network'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'network'],
  ])('%s is %s', (text, verdict) => {
    expect(codec.check(text)).toBe(verdict);
    if (verdict === 'ok') expect(codec.spell(text)).toBe(TO);
  });

  test('a URI names chain and contract', () => {
    expect(codec.uri('ETH', TO)).toBe(`ethereum:${TO}@1`);
    expect(codec.uri('USDT', TO)).toBe(`ethereum:${USDT!.contract}@1/transfer?address=${TO}`);
    expect(() => codec.uri('BTC', TO)).toThrow(/BTC/);
  });
});

describe('tokens of the settings', () => {
  test('are read with their decimals', () => {
    expect(parseEvmTokens('USDT=0xdac17f958d2ee523a2206206994597c13d831ec7')).toEqual([
      { coin: 'USDT', decimals: 6, contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7' },
    ]);
    expect(parseEvmTokens('')).toEqual([]);
  });
  test.each([
    'DAI=0x6B175474E89094C44Da98b954EedeAC495271d0F',
    'USDT',
    'USDT=0xdAC17F958D2ee523a2206206994597C13D831eC7',
    'USDT=0xdAC17F958D2ee523a2206206994597C13D831ec7,USDC=0xdAC17F958D2ee523a2206206994597C13D831ec7',
    'USDT=0xdAC17F958D2ee523a2206206994597C13D831ec7,USDT=0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  ])('%s is refused', (text) => {
    expect(() => parseEvmTokens(text)).toThrow(/expected/);
  });
});

describe('bytes', () => {
  test('a plan gives the same bytes and signature each time, and they are what viem signs', async () => {
    for (const coin of ['ETH', 'USDT']) {
      const plan = planOf(coin, 1_234_567n);
      const unsigned = codec.unsigned(plan, publicKey);
      expect(asHex(codec.unsigned(plan, publicKey))).toBe(asHex(unsigned));
      const signed = codec.sign(unsigned, privateKey);
      expect(asHex(codec.sign(unsigned, privateKey))).toBe(asHex(signed));
      const content = parseTransaction(asHex(unsigned.subarray(21))) as TransactionSerializableEIP1559;
      const theirs = await privateKeyToAccount(SECRET).signTransaction(content);
      expect(asHex(signed)).toBe(theirs);
      expect(`0x${codec.txid(signed)}`).toBe(keccak256(theirs));
    }
  });

  test('what they do is read from them alone, unsigned and signed', () => {
    for (const coin of ['ETH', 'USDT', 'USDC']) {
      const plan = planOf(coin, 5n);
      const unsigned = codec.unsigned(plan, publicKey);
      const spend = { payments: [plan.payment], claims: plan.claims, cost: plan.feeCap, from: PAYER };
      expect(codec.read(unsigned, new Set())).toEqual(spend);
      expect(codec.read(codec.sign(unsigned, privateKey), new Set([TO]))).toEqual(spend);
    }
  });

  test('any plan reads back as it was planned; the seed is printed when it does not', () => {
    const big = (bits: number) => fc.bigInt({ min: 1n, max: 2n ** BigInt(bits) - 1n });
    fc.assert(
      fc.property(
        fc.constantFrom('ETH', 'USDT', 'USDC'),
        big(255),
        fc.nat({ max: 2 ** 31 }),
        big(40),
        big(60),
        (coin, units, nonce, gas, maxFee) => {
          const plan = planOf(coin, units, { nonce, gas, maxFee, priorityFee: maxFee / 2n });
          const signed = codec.sign(codec.unsigned(plan, publicKey), privateKey);
          expect(codec.read(signed, new Set())).toEqual({
            payments: [plan.payment],
            claims: plan.claims,
            cost: plan.feeCap,
            from: PAYER,
          });
        },
      ),
      rounds(60),
    );
  });

  test('another key does not sign', () => {
    const unsigned = codec.unsigned(planOf('ETH', 1n), publicKey);
    expect(() => codec.sign(unsigned, () => hexToBytes(`0x${'11'.repeat(32)}`))).toThrow(/expected a key of/);
  });

  test('a plan of another payer, chain or coin gives no bytes', () => {
    expect(() => codec.unsigned(planOf('ETH', 1n, { from: TO }), publicKey)).toThrow(/paid from/);
    expect(() => codec.unsigned(planOf('ETH', 1n, { chainId: 5 }), publicKey)).toThrow(/chain 1/);
    expect(() => codec.unsigned(planOf('BTC', 1n), publicKey)).toThrow(/BTC/);
    expect(() => codec.unsigned({ ...planOf('ETH', 1n), chain: 'bitcoin' }, publicKey)).toThrow(/bitcoin/);
  });
});

describe('bytes that are refused', () => {
  const account = privateKeyToAccount(SECRET);
  const base: TransactionSerializableEIP1559 = {
    ...{ type: 'eip1559', chainId: 1, nonce: 7, gas: 60_000n, maxFeePerGas: 30n, maxPriorityFeePerGas: 1n },
    to: TO,
    value: 5n,
  };
  const word = (digits: string) => digits.padStart(64, '0');
  const call = (selector: string, to = TO.slice(2), amount = '5') => `0x${selector}${word(to)}${word(amount)}` as Hex;
  const token = { ...base, to: USDT!.contract, value: 0n };

  test('the signed base itself is read', async () => {
    expect(codec.read(hexToBytes(await account.signTransaction(base)), new Set()).payments).toHaveLength(1);
    const paid = await account.signTransaction({ ...token, data: call('a9059cbb') });
    expect(codec.read(hexToBytes(paid), new Set()).payments).toEqual([{ coin: 'USDT', to: TO, units: 5n }]);
  });

  test.each<[string, TransactionSerializableEIP1559]>([
    ['approve', { ...token, data: call('095ea7b3') }],
    ['transferFrom', { ...token, data: `${call('23b872dd')}${word('1')}` as Hex }],
    ['more bytes after a transfer', { ...token, data: `${call('a9059cbb')}00` as Hex }],
    ['fewer bytes of a transfer', { ...token, data: call('a9059cbb').slice(0, -2) as Hex }],
    ['a destination with more than an address', { ...token, data: call('a9059cbb', `01${TO.slice(2)}`) }],
    ['a transfer to the token itself', { ...token, data: call('a9059cbb', USDT!.contract.slice(2)) }],
    ['a transfer to nobody', { ...token, data: call('a9059cbb', '0') }],
    ['a transfer with ether', { ...token, value: 1n, data: call('a9059cbb') }],
    ['a call of the token without data', token],
    ['a call of an unknown contract', { ...base, data: call('a9059cbb') }],
    ['a payment of nothing', { ...base, value: 0n }],
    ['a transfer of nothing', { ...token, data: call('a9059cbb', TO.slice(2), '0') }],
    ['an access list', { ...base, accessList: [{ address: TO, storageKeys: [] }] }],
    ['a contract creation', { ...base, to: null, data: '0x6000' }],
    ['another chain', { ...base, chainId: 5 }],
  ])('%s', async (_, transaction) => {
    const signed = await account.signTransaction(transaction);
    expect(() => codec.read(hexToBytes(signed), new Set())).toThrow(/expected/);
  });

  test('legacy and blob types, an unsigned form without its payer, another spelling, a high s, cut bytes', async () => {
    const signed = hexToBytes(await account.signTransaction(base));
    const legacy = await account.signTransaction({ type: 'legacy', chainId: 1, gasPrice: 5n, to: TO, value: 1n });
    expect(() => codec.read(hexToBytes(legacy), new Set())).toThrow(/type 2/);
    expect(() => codec.read(Uint8Array.of(3, ...signed.subarray(1)), new Set())).toThrow(/type 2/);
    expect(() => codec.read(hexToBytes(serializeTransaction(base)), new Set())).toThrow(/12 fields/);
    expect(() => codec.read(Uint8Array.of(...signed, 0), new Set())).toThrow();
    expect(() => codec.read(signed.subarray(0, -1), new Set())).toThrow();
    expect(() => codec.read(new Uint8Array(), new Set())).toThrow(/nothing/);
    expect(() => codec.read(new Uint8Array(5_000), new Set())).toThrow(/1024/);
    const { r, s, yParity, ...content } = parseTransaction(asHex(signed));
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const high = serializeTransaction(content as TransactionSerializableEIP1559, {
      r: r!,
      s: `0x${(order - BigInt(s!)).toString(16)}`,
      yParity: 1 - yParity!,
    });
    expect(() => codec.read(hexToBytes(high), new Set())).toThrow(/low s/);
  });

  test('every single changed byte of signed bytes is refused or names another payer', () => {
    const signed = codec.sign(codec.unsigned(planOf('USDT', 5n), publicKey), privateKey);
    for (let at = 0; at < signed.length; at += 1) {
      const changed = Uint8Array.from(signed);
      changed[at] = changed[at]! ^ 0x01;
      let from: string | undefined;
      try {
        ({ from } = codec.read(changed, new Set()));
      } catch {
        // Refused: as it should be.
      }
      expect(from, `byte ${at}`).not.toBe(PAYER);
    }
  });
});

test('a codec is made only where known keys give their known addresses', () => {
  expect(() => evmCodec({ chainId: 1, tokens: [] })).not.toThrow();
});
