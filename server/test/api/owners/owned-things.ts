// A customer who has one of everything that a call can name, and each of it as often as a test asks for it.

import { hashPassword } from '@vitrine/contract';
import type { Command } from '@vitrine/core';
import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import { generate } from 'otplib';
import { jpeg } from '../../account/files/pictures.ts';
import { dealOf, offerOf } from '../../otc/chat/deals.ts';
import { withdrawalOf } from '../http/fake-custody.ts';
import { type Json, multipart, ORIGIN } from '../http/harness.ts';
import { freshKey, type Person } from '../http/exchange-edge.ts';
import { type ContractEdge, C } from '../routes/contract-world.ts';

export const FUND = hashPassword('730142');

export interface Owner {
  readonly person: Person;
  /** Makes a thing and gives its id. */
  readonly make: Readonly<Record<Thing, () => Promise<string>>>;
  /** Who may use a thing: a step of a sign-in belongs to a browser. */
  ownerOf(id: string): Person;
}

export const THINGS = [
  ...['order', 'contractOrder', 'position', 'stop', 'second', 'alert', 'withdrawal', 'address', 'bill', 'deal'],
  ...['claim', 'passkey', 'device', 'payment', 'apiKey', 'photo', 'file', 'avatar', 'requestKey', 'loginStep'],
  ...['stake', 'investment'],
] as const;
export type Thing = (typeof THINGS)[number];

/** Uploads a picture; gives its link. */
export async function uploaded(world: ContractEdge, person: Person, purpose: string, seed: number): Promise<string> {
  const form = multipart({ purpose, file: await jpeg(seed, 64, 48) });
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/common/upload/OSS',
    headers: { origin: ORIGIN, ...person, ...form.headers },
    payload: form.body,
  });
  const { code, data } = answer.json() as Json;
  if (code !== 200) throw new Error(`expected the picture to be taken, got ${code}`);
  return data.link;
}

/** A customer with practice money, a fund password, and the things. */
export async function ownerOf(world: ContractEdge, name: string): Promise<Owner> {
  const person = await world.trader(name, '5000');
  const { userId, coreUser } = await world.customerOf(person);
  const others = new Map<string, Person>();
  let count = 0;
  const next = (): number => (count += 1);

  /** A call that succeeds; its data. */
  async function done(path: string, body: object | undefined = {}, headers?: Record<string, string>): Promise<Json> {
    const { code, data } = await world.call(person, path, body, headers);
    if (code !== 200) throw new Error(`expected ${path} to be done, got ${code}: ${JSON.stringify(data)}`);
    return data;
  }
  const run = async (command: Command): Promise<number> => {
    const { code, result } = await world.link.submit(command);
    if (code !== 200) throw new Error(`expected ${command.name} to be done, got ${code}`);
    return result;
  };
  await done('/api/user/tardPwdSet', { pwd: FUND, confirmPwd: FUND });
  await done('/api/userCoin/transfer', { from: '1', to: '6', coin: 'USDT', amount: '1000' });

  const limit = { symbol: 'BTC_USDT', direction: 1, type: 1, price: '60000', quantity: '0.001' };
  const spot = (headers?: Record<string, string>) => done('/api/currency/order/submit', limit, headers);
  const contract = { contractType: 'u', symbol: 'BTC_USDT', direction: 1, marginMode: 'fixed', leverageRadio: 20 };

  async function position(): Promise<string> {
    await world.at(100_000);
    await done('/api/contract/order/submit', { ...contract, type: 2, quantity: '0.01' });
    const { records } = await done('/api/contract/position/list', { contractType: 'u' });
    return records[0].id;
  }

  const make: Owner['make'] = {
    order: async () => (await spot()).id,
    async requestKey() {
      const key = freshKey();
      await spot({ 'idempotency-key': key });
      return key;
    },
    async contractOrder() {
      await world.at(100_000);
      const order = { ...contract, type: 1, price: '90000', quantity: '0.001' };
      return (await done('/api/contract/order/submit', order)).id;
    },
    position,
    async stop() {
      const id = await position();
      await done('/api/contract/loss/sett', { id, stopLossPrice: '50000' });
      await world.folded(world.live.head().seq);
      const { records } = await done('/api/contract/loss/list', { id });
      return records[0].id;
    },
    async second() {
      await world.at(100_000);
      const order = { symbol: 'BTC_USDT', periodId: '301-30', direction: 1, amount: '10', odds: '0.8' };
      return (await done('/api/secondContractOrder/createSecondContractOrder', order)).id;
    },
    stake: async () => (await done('/api/pledge/submit', { id: '1', version: 1, amount: '100' })).id,
    // Flexible finance: it can be redeemed.
    investment: async () => (await done('/api/finance/submit', { id: '9', version: 1, amount: '100' })).id,
    alert: async () =>
      (await done('/api/alert/save', { symbol: 'BTC_USDT', kind: 'above', value: '200000', channels: ['page'] })).id,
    async withdrawal() {
      const id = `w${next()}`;
      world.custody.paid.set(userId, [...(world.custody.paid.get(userId) ?? []), withdrawalOf({ id })]);
      return id;
    },
    address: async () =>
      (
        await done(`${C}/assets/address/save`, {
          ...{ coin: 'USDT', network: 'practice', address: `vp1outside${next()}`, label: 'Hers' },
        })
      ).record.id,
    bill: async () => (await done(`${C}/assets/getMyBill`, { size: 1 })).records[0].id,
    async deal() {
      const merchant = await world.customerOf(await world.register(`merchant${next()}`));
      return String(await dealOf(run, await offerOf(run, merchant.coreUser), coreUser));
    },
    async claim() {
      const claim = String(9_000 + next());
      await sql`
        insert into bond_claims
          (claim, deal, merchant, harmed, asset, amount, state, notice_until, until, changed_at, told_row, noticed)
        values (${claim}, 1, ${coreUser}, 1, 1, 100, 1, ${Date.now() + 1e9}, ${Date.now() + 2e9}, 1, 1, 1)`.execute(
        world.db,
      );
      return claim;
    },
    async passkey() {
      const id = `passkey-${next()}`;
      await world.db
        .insertInto('passkeys')
        .values({
          ...{ id, credential: id, user_id: userId, public_key: randomBytes(32), counter: '0', name: 'Laptop' },
          ...{ created_at: '1', last_used: null },
        })
        .execute();
      return id;
    },
    async device() {
      const id = `device-${next()}`;
      await world.db
        .insertInto('devices')
        .values({
          ...{ id, user_id: userId, browser: id, name: 'Phone', first_seen: '1', last_seen: '1', ip: '192.0.2.1' },
          trusted_at: null,
        })
        .execute();
      return id;
    },
    payment: async () =>
      (
        await done(`${C}/member/payment`, {
          ...{ type: 2, name: 'Ann', account: `ann-${next()}`, fundPassword: FUND },
        })
      ).id,
    apiKey: async () => (await done(`${C}/member/api`, { name: `bot${next()}`, rights: ['r'] })).id,
    photo: () => uploaded(world, person, 'kyc', next()),
    file: () => uploaded(world, person, 'chat', next()),
    avatar: () => uploaded(world, person, 'avatar', next()),
    async loginStep() {
      const account = `stepper${next()}`;
      const made = await world.register(account);
      const { secret } = (await world.call(made, `${C}/member/getGoogleVerification/new`)).data;
      const code = await generate({ secret, epoch: Math.floor(Date.now() / 1_000) });
      const bound = await world.call(made, `${C}/member/googleVerificationBindingOrReset/-`, { code });
      if (bound.code !== 200) throw new Error(`expected an authenticator to be bound, got ${bound.code}`);
      const password = hashPassword(`${account}-Pass1`);
      const answer = await world.app.inject({
        method: 'POST',
        url: '/api/user/login',
        headers: { origin: ORIGIN },
        payload: { type: 1, account, password },
      });
      const { stepId } = answer.json().data;
      const browser = answer.cookies.find((cookie) => cookie.name === 'browser')?.value ?? '';
      others.set(stepId, { cookie: `browser=${browser}`, satoken: '' });
      return stepId;
    },
  };
  return { person, make, ownerOf: (id) => others.get(id) ?? person };
}
