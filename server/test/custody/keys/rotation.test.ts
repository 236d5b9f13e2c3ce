// Keys changed in the middle of life, and put back from their backup, on the real core, PostgreSQL, practice chain and
// signer process (money §8; W05).

import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Customer, SignerRefusal, type SignOrder } from '../../../src/custody/types/index.ts';
import { readPlan } from '../../../src/custody/withdrawal/index.ts';
import { restore, rotate, wordsOf } from '../../../src/custody/signer/seeds.ts';
import { choose, openService } from '../../../src/custody/signer/service.ts';
import { practiceCodec } from '../../../src/custody/rail/practice/index.ts';
import { LIMITS, outsideAddress } from '../withdrawal/world.ts';
import { type RunningExchange, type KeyWorld, REVIEWER, startKeyWorld } from './world.ts';
import { BY_PAGE } from '../support/asker.ts';

let world: KeyWorld;
let house: RunningExchange;
let anna: Customer;
let ben: Customer;
const elsewhere: string[] = [];

beforeAll(async () => {
  world = await startKeyWorld();
  house = await world.open();
  anna = await world.customer();
  ben = await world.customer();
});
afterAll(async () => {
  await house?.stop();
  await world?.stop();
  for (const folder of elsewhere) await rm(folder, { recursive: true, force: true });
});

const balance = (address: string) => house.practice.chain.node.balance(address, 'USDT', 0);
const asked = (address: string) => ({ coin: 'USDT', network: 'practice', address, amount: '50' });

async function ask(word: string): Promise<string> {
  const { id } = await house.withdrawals.request(anna, asked(outsideAddress(word)), world.key(), BY_PAGE);
  // She was credited within the hour: a person looks at it.
  if ((await stage(id)) === 'review') await house.withdrawals.approve(id, REVIEWER);
  return id;
}
const rowsOf = (withdrawal: string) =>
  world.db
    .selectFrom('custody_transactions')
    .selectAll()
    .where('withdrawal_id', '=', withdrawal)
    .orderBy('id')
    .execute();
const stage = async (id: string) => (await house.withdrawals.one(id))?.record.stage;

async function until(done: () => Promise<boolean>): Promise<void> {
  for (let round = 0; round < 80; round += 1) {
    if (await done()) return;
    await house.round();
  }
  throw new Error(`not so after 80 rounds: ${world.faults.map(String).join('; ')}`);
}

describe('§8 a key that is changed', () => {
  let oldAddress: string;
  let oldHot: string;
  let before: string;
  let planned: string;

  it('an older address is credited before it', async () => {
    oldAddress = await house.addresses.of(anna, 'practice');
    oldHot = house.addresses.hot('practice');
    await house.pay(anna, oldAddress, '800');
    await until(async () => world.free(anna) > 0);
    await until(async () => (await balance(oldAddress)) === 0n);
    expect(await balance(oldHot)).toBeGreaterThan(20_000_000_000_000n);
  });

  it('what was signed before is sent again as the same bytes; what was planned before is paid by the old key', async () => {
    before = await ask('before');
    await until(async () => (await stage(before)) === 'broadcast');
    const [signed] = await rowsOf(before);
    // Its block is replaced and it is lost, while the keys change.
    await house.practice.outside.reorganise(1, true);
    planned = await ask('planned');
    house.signing = false;
    await house.withdrawals.step();
    const [plan] = await rowsOf(planned);
    expect([plan?.state, readPlan(plan?.plan ?? '').source]).toEqual(['planned', { kind: 'hot' }]);
    await house.stop();
    expect(await rotate(world.folder, world.signerKey())).toBe(2);
    await choose(world.folder, 'practice', 2);
    house = await world.open();
    expect(house.addresses.hot('practice')).not.toBe(oldHot);
    await until(async () => (await stage(before)) === 'confirmed' && (await stage(planned)) === 'confirmed');
    const [after, ...more] = await rowsOf(before);
    expect([after?.raw, after?.txid, more]).toEqual([signed?.raw, signed?.txid, []]);
    for (const [id, word] of [
      [before, 'before'],
      [planned, 'planned'],
    ] as const) {
      const [row] = await rowsOf(id);
      expect(practiceCodec.read(row?.raw ?? new Uint8Array(), new Set()).from).toBe(oldHot);
      expect(await balance(outsideAddress(word))).toBe(50_000_000n);
    }
  });

  it('what stands at the old hot address is counted, and moved to the new one after what is paid from it', async () => {
    const newHot = house.addresses.hot('practice');
    const all = house.addresses.all('practice');
    expect(all.slice(0, 2)).toEqual([
      { address: newHot, source: { kind: 'hot', version: 2 } },
      { address: oldHot, source: { kind: 'hot' } },
    ]);
    await until(async () => (await balance(oldHot)) === 0n && (await balance(newHot)) > 20_000_000_000_000n);
    await until(async () => (await house.sweeps()) === 0);
    await house.round();
    const reserve = (await house.treasury.reserves()).find(({ coin }) => coin === 'USDT');
    expect(reserve).toMatchObject({ halt: null, unswept: 0n });
    expect(reserve?.hot).toBe(await balance(newHot));
    expect(['even', 'surplus']).toContain(reserve?.state);
  });

  it('a customer has a new address, the old one stays his: credited, and swept by its own key to the new hot one', async () => {
    const newAddress = await house.addresses.of(anna, 'practice');
    expect(newAddress).not.toBe(oldAddress);
    expect(await house.addresses.of(anna, 'practice')).toBe(newAddress);
    expect(house.addresses.owner('practice', oldAddress)).toMatchObject({ ...anna, version: 1 });
    expect(house.addresses.owner('practice', newAddress)).toMatchObject({ ...anna, version: 2 });
    const bens = await house.addresses.of(ben, 'practice');
    expect([oldAddress, newAddress]).not.toContain(bens);
    const had = world.free(anna);
    await house.pay(anna, oldAddress, '100');
    await house.pay(anna, newAddress, '100');
    await until(async () => world.free(anna) === had + 200_000_000);
    expect(world.free(ben)).toBe(0);
    await until(async () => (await balance(oldAddress)) === 0n && (await balance(newAddress)) === 0n);
    const sweeps = await world.db
      .selectFrom('custody_transactions')
      .select(['plan', 'to_address', 'raw'])
      .where('kind', '=', 'sweep')
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    expect(new Set(sweeps.map(({ raw }) => practiceCodec.read(raw ?? new Uint8Array(), new Set()).from))).toEqual(
      new Set([oldAddress, newAddress]),
    );
    expect(sweeps.map(({ to_address: to }) => to)).toEqual(Array(2).fill(house.addresses.hot('practice')));
  });

  it('a withdrawal after it is paid by the new key, and neither hot address is a destination', async () => {
    const id = await ask('after');
    await until(async () => (await stage(id)) === 'confirmed');
    const [row] = await rowsOf(id);
    expect(practiceCodec.read(row?.raw ?? new Uint8Array(), new Set()).from).toBe(house.addresses.hot('practice'));
    for (const address of [oldHot, house.addresses.hot('practice')])
      await expect(house.withdrawals.request(anna, asked(address), world.key(), BY_PAGE)).rejects.toMatchObject({
        code: 3101,
      });
    expect(world.faults).toEqual([]);
  });

  it('W05 restored from words, settings and log in another folder: the same bytes, and no second payment', async () => {
    const row = (await rowsOf(planned))[0];
    const plan = readPlan(row?.plan ?? '');
    const order: SignOrder = {
      ...{ id: `withdrawal:${planned}`, chain: 'practice', source: plan.source, payment: plan.payment },
      unsigned: practiceCodec.unsigned(plan, house.addresses.publicKeyOf('practice')),
    };
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-restored-'));
    elsewhere.push(folder);
    const key = new Uint8Array(32).fill(7);
    await mkdir(join(folder, 'signer'));
    for (const version of [2, 1])
      await restore(join(folder, 'signer'), key, await wordsOf(world.folder, world.signerKey(), version), version);
    await expect(
      restore(join(folder, 'signer'), key, await wordsOf(world.folder, world.signerKey(), 1), 1),
    ).rejects.toThrow('expected no seed 1 in the folder');
    for (const name of ['signed.log', 'policy.json'])
      await copyFile(join(world.folder, name), join(folder, 'signer', name));
    const restored = await openService({
      folder: join(folder, 'signer'),
      key,
      codecs: [practiceCodec],
      limits: LIMITS,
    });
    expect(await restored.accounts('practice')).toEqual(await house.signer.accounts('practice'));
    expect(Buffer.from(await restored.sign(order))).toEqual(row?.raw);
    // The database is older than the log: the same order with another nonce, and the nonce for another order.
    const again = { ...plan, detail: plan.detail.replace(/"nonce":\d+/, '"nonce":77') };
    const second = practiceCodec.unsigned(again, house.addresses.publicKeyOf('practice'));
    await expect(restored.sign({ ...order, unsigned: second })).rejects.toBeInstanceOf(SignerRefusal);
    await expect(restored.sign({ ...order, id: 'withdrawal:999' })).rejects.toBeInstanceOf(SignerRefusal);
    await restored.stop();
  });

  it('what an older key holds is not moved to a yet older one; nor a seed chosen that is not there', async () => {
    const [source, to] = [{ kind: 'hot', version: 2 } as const, oldHot];
    const payment = { coin: 'USDT', to, units: 1_000_000n };
    const plan = { chain: 'practice', source, payment, claims: ['x'], feeCap: 10_000n } as const;
    const unsigned = practiceCodec.unsigned(
      { ...plan, detail: '{"nonce":50,"fee":"10000"}' },
      house.addresses.publicKeyOf('practice'),
    );
    await expect(
      house.signer.sign({ id: 'sweep:999', chain: 'practice', source, payment, unsigned }),
    ).rejects.toBeInstanceOf(SignerRefusal);
    await expect(choose(world.folder, 'practice', 3)).rejects.toThrow('(1, 2), got 3');
  });
});
