// Sealed bodies of withdrawals (calls §5, failures W05): only this customer's, of this request, fresh, sealed to our key.

import { makeKey, SEALED_LIFE } from '@vitrine/contract';
import { CompactEncrypt, generateKeyPair, importJWK } from 'jose';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openLog } from '../../../src/shared/log/index.ts';
import { createSealedBodies, SEALED_AHEAD, sealBody, type SealedBodies } from '../../../src/api/sealed/index.ts';
import { createVault } from '../../../src/account/vault/index.ts';
import { alice, bob, fromPage, startWorld, testBodies, type World } from './harness.ts';

const NOW = 1_790_000_000_000;
const FUND = 'f'.repeat(64);
const PATH = '/api/v1/coin/assets/withdrawal';
const log: string[] = [];
let world: World;
let bodies: SealedBodies;
let guarded: string[] = [];
let fund: unknown;

beforeAll(async () => {
  bodies = await testBodies();
  world = await startWorld({
    sealed: bodies,
    now: () => NOW,
    limits: { calls: 100_000, secrets: 100_000 },
    logger: openLog({ logLevel: 'trace' }, { write: (line: string) => void log.push(line) }),
    guardian: {
      factor: async () => void guarded.push('factor'),
      provenAt: async () => 0,
      fund: async (_, given) => {
        guarded.push('fund');
        fund = given;
      },
      signed: async () => ({ ...alice, apiKey: 'key-1' }),
    },
  });
});
afterAll(() => world.app.close());
beforeEach(() => {
  world.asked.length = 0;
  guarded = [];
  fund = undefined;
});

const freshKey = () => makeKey(NOW, randomBytes(10));

/** What stands inside: Alice's, of now. */
function inside(key: string, fields: object = {}): object {
  return {
    ...{ userId: alice.userId, key, time: NOW, coin: 'USDT', network: 'practice' },
    ...{ address: 'vp1outside', amount: '25', fundPassword: FUND, ...fields },
  };
}

interface Sent {
  readonly key?: string | undefined;
  readonly who?: 'alice' | 'bob';
  readonly headers?: Record<string, string>;
}

/** Sends a sealed text with a key. */
async function send(data: string, { key, who = 'alice', headers = {} }: Sent) {
  const answer = await world.app.inject({
    method: 'POST',
    url: PATH,
    headers: { ...fromPage(who), ...(key === undefined ? {} : { 'idempotency-key': key }), ...headers },
    payload: { data },
  });
  return { code: answer.json().code as number, data: answer.json().data, text: answer.body };
}

const sealed = async (key: string, fields?: object) => sealBody(inside(key, fields), bodies.key);

describe('a sealed body', () => {
  it('is opened before anything else sees it: the handler, the fund password, the key', async () => {
    const key = freshKey();
    expect((await send(await sealed(key), { key })).code).toBe(200);
    const [asked] = world.asked;
    expect(asked?.input).toEqual(inside(key));
    expect(asked?.context.key.keyTime).toBe(NOW);
    expect([guarded, fund]).toEqual([['factor', 'fund'], FUND]);
  });

  it('sealed anew, later and with the fund password typed again, is the same request', async () => {
    const key = freshKey();
    await send(await sealed(key), { key });
    await send(await sealed(key, { time: NOW - 60_000, fundPassword: 'e'.repeat(64) }), { key });
    await send(await sealed(key, { amount: '26' }), { key });
    const [first, again, other] = world.asked.map(({ context }) => context.key);
    expect(again).toEqual(first);
    expect(other?.bodyHash).not.toBe(first?.bodyHash);
  });

  it('is asked neither for fund password nor for a second factor where a key signed the request', async () => {
    const key = freshKey();
    const signature = { 'api-key': 'k', 'api-time': '1', 'api-nonce': 'n', 'api-sign': 's' };
    expect((await send(await sealed(key, { fundPassword: undefined }), { key, headers: signature })).code).toBe(200);
    expect(guarded).toEqual([]);
    expect(world.asked).toHaveLength(1);
  });

  it.each<[string, (key: string) => Promise<string>, Sent?]>([
    ['sealed to another key', async (key) => sealBody(inside(key), (await other()).key)],
    ["sealed to another key under our key's name", async (key) => sealUnder(key)],
    ["another customer's", (key) => sealed(key, { userId: bob.userId })],
    ['sent by another customer', (key) => sealed(key), { who: 'bob' }],
    ['with another key than the header', () => sealed(freshKey())],
    ['without a key inside', (key) => sealed(key, { key: '' })],
    ['five minutes and a moment old', (key) => sealed(key, { time: NOW - SEALED_LIFE - 1 })],
    ['from further ahead than a clock may run', (key) => sealed(key, { time: NOW + SEALED_AHEAD + 1 })],
    ['with a time that is none', (key) => sealed(key, { time: 'now' })],
    ['without a time', (key) => sealed(key, { time: undefined })],
    ['that is a list', (key) => sealBody([inside(key)], bodies.key)],
    ['with no sense in it', () => raw(new TextEncoder().encode('{"userId": "2", ... garbage'))],
    ['that is no text', () => raw(new Uint8Array([0xff, 0xfe, 0xfd]))],
    ['by another way of wrapping', (key) => wrapped(key)],
    ['by a weaker cipher', (key) => raw(JSON.stringify(inside(key)), { enc: 'A128GCM' })],
    ['packed, to become great when opened', (key) => raw(JSON.stringify(inside(key)), { zip: 'DEF' })],
    ['of four parts', async (key) => (await sealed(key)).split('.').slice(1).join('.')],
    ['that is nothing of the kind', async () => 'open sesame'],
  ])('%s is 3108, and nothing is asked', async (_, make, sent = {}) => {
    const key = freshKey();
    const answer = await send(await make(key), { key, ...sent });
    expect([answer.code, answer.data.args]).toEqual([3108, {}]);
    expect([world.asked, guarded]).toEqual([[], []]);
  });

  it('without an Idempotency-Key is 3108: it could be sent again', async () => {
    expect((await send(await sealed(''), {})).code).toBe(3108);
  });

  it('changed in any letter is 3108', async () => {
    const key = freshKey();
    const text = await sealed(key);
    for (let at = 0; at < text.length; at += 7) {
      const letter = text[at] === 'A' ? 'B' : 'A';
      if (text[at] === '.') continue;
      const changed = `${text.slice(0, at)}${letter}${text.slice(at + 1)}`;
      const answer = await send(changed, { key });
      // The last letter of a part may carry bits that no byte has: then nothing was changed.
      if (answer.code !== 3108) expect(world.asked.splice(0)[0]?.input).toEqual(inside(key));
    }
    expect(world.asked.length).toBe(0);
  });

  it('up to its five minutes, and a minute ahead, is taken', async () => {
    for (const time of [NOW - SEALED_LIFE, NOW + SEALED_AHEAD]) {
      const key = freshKey();
      expect((await send(await sealed(key, { time }), { key })).code).toBe(200);
    }
  });

  it.each([
    ['amount', { amount: '-1' }, 'format'],
    ['amount', { amount: '0' }, 'range'],
    ['coin', { coin: undefined }, 'required'],
    ['network', { network: 'dogecoin' }, 'range'],
    ['address', { address: 'with a space' }, 'format'],
    ['fundPassword', { fundPassword: '123456' }, 'format'],
  ])('with a wrong %s inside names the field, not what stood there', async (field, fields, reason) => {
    const key = freshKey();
    const answer = await send(await sealed(key, fields), { key });
    expect([answer.code, answer.data.fields]).toEqual([400, { [field]: reason }]);
    expect(world.asked).toEqual([]);
  });

  it('and what was inside never reach the log, whatever was wrong', () => {
    expect(log.length).toBeGreaterThan(50);
    const text = log.join('');
    for (const secret of [FUND, 'vp1outside', 'garbage', '"data"', 'eyJ']) expect(text.includes(secret)).toBe(false);
  });
});

describe('the withdrawal key', () => {
  it('follows from the master key: the same after each start, another for another', async () => {
    expect((await testBodies()).key).toEqual(bodies.key);
    expect((await other()).key.kid).not.toBe(bodies.key.kid);
    expect(bodies.key).toMatchObject({ kty: 'EC', crv: 'P-256', use: 'enc', alg: 'ECDH-ES' });
    const seen = new Set<string>();
    for (let master = 0; master < 50; master += 1)
      seen.add((await createSealedBodies(createVault(Buffer.alloc(32, master)))).key.x);
    expect(seen.size).toBe(50);
  });

  it('stands in the runtime configuration, its public half alone', async () => {
    const script = (await world.app.inject({ method: 'GET', url: '/platform/dev/config.js' })).body;
    const config = JSON.parse(/freeze\((.*)\);/.exec(script)?.[1] ?? '{}');
    expect(config.withdrawalKey).toEqual(bodies.key);
    expect(Object.keys(config.withdrawalKey).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
  });
});

const other = () => createSealedBodies(createVault(Buffer.alloc(32, 8)));

/** Bytes sealed to our key under another head. */
async function raw(content: string | Uint8Array, head: object = {}): Promise<string> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return new CompactEncrypt(bytes)
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: bodies.key.kid, ...head })
    .encrypt(await importJWK(bodies.key, 'ECDH-ES'));
}

async function sealUnder(key: string): Promise<string> {
  const { publicKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256' });
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(inside(key))))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: bodies.key.kid })
    .encrypt(publicKey);
}

async function wrapped(key: string): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(inside(key))))
    .setProtectedHeader({ alg: 'ECDH-ES+A256KW', enc: 'A256GCM' })
    .encrypt(await importJWK(bodies.key, 'ECDH-ES+A256KW'));
}
