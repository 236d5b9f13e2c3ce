// Every call that names something owned, made with another customer's id: it answers as for an id that does not exist, and
// changes nothing (issue 15 A; ASVS 8.2.2). A field that is in no table here fails the test: new calls are covered by force.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CallName, callNames, callOf, requestOf } from '@vitrine/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshKey, type Person } from '../http/exchange-edge.ts';
import { type Json, ORIGIN } from '../http/harness.ts';
import { type ContractEdge, startContracts } from '../routes/contract-world.ts';
import { FUND, type Owner, ownerOf, type Thing, THINGS, uploaded } from './owned-things.ts';

/** A call with the field that names a thing; `more`: the rest of its input. */
interface Row {
  readonly call: CallName;
  readonly field: string;
  readonly thing: Thing;
  readonly more?: (value: string) => Readonly<Record<string, unknown>>;
  /** How the id is written in the field; default: as it is. */
  readonly as?: (id: string) => unknown;
  /** Commands that each try does for whoever tries; default none. */
  readonly commands?: number;
  /** An id of the same form that names nothing; default: `absentOf`. */
  readonly absent?: () => string;
}

/** Pictures of Ben's own: a request with one picture of hers is otherwise right. */
let bens: Record<'front' | 'back' | 'handheld', string> = { front: '', back: '', handheld: '' };
const noPicture = () => `/api/file/${'0'.repeat(32)}`;

const ROWS: readonly Row[] = [
  { call: 'currency.order.cancelOrder', field: 'id', thing: 'order' },
  { call: 'entrust.cancel.entrust', field: 'id', thing: 'order' },
  { call: 'entrust.cancel.entrust', field: 'ids', thing: 'order', as: (id) => [id] },
  { call: 'entrust.amend', field: 'id', thing: 'order', more: () => ({ price: '59000', quantity: '0.001' }) },
  { call: 'entrust.transaction.details', field: 'id', thing: 'order' },
  { call: 'contract.order.canCelOrder', field: 'id', thing: 'contractOrder' },
  { call: 'contract.position.story', field: 'id', thing: 'position' },
  { call: 'contract.position.stopOrder', field: 'id', thing: 'position' },
  { call: 'contract.position.adjustAmount', field: 'id', thing: 'position', more: () => ({ money: '5', flag: 1 }) },
  { call: 'wallet.contract.updateBond', field: 'id', thing: 'position', more: () => ({ amount: '5', flag: 1 }) },
  { call: 'contract.loss.sett', field: 'id', thing: 'position', more: () => ({ stopLossPrice: '50000' }) },
  // Its owner set a stop order just now.
  { call: 'contract.loss.list', field: 'id', thing: 'position' },
  { call: 'contract.loss.cancel', field: 'id', thing: 'stop' },
  { call: 'secondContractOrder.receipt', field: 'id', thing: 'second' },
  { call: 'pledge.redeemPreview', field: 'id', thing: 'stake' },
  { call: 'pledge.redeem', field: 'id', thing: 'stake', more: () => ({ receive: '99' }) },
  { call: 'finance.redeemPreview', field: 'id', thing: 'investment' },
  { call: 'finance.redeem', field: 'id', thing: 'investment', more: () => ({ receive: '100' }) },
  {
    ...{ call: 'alert.save', field: 'id', thing: 'alert' },
    more: () => ({ symbol: 'BTC_USDT', kind: 'above', value: '150000', channels: ['page'] }),
  },
  { call: 'alert.del', field: 'id', thing: 'alert' },
  { call: 'assets.withdrawal.cancel', field: 'id', thing: 'withdrawal' },
  { call: 'assets.address.save', field: 'id', thing: 'address', more: () => ({ label: 'His' }) },
  { call: 'assets.address.del', field: 'id', thing: 'address' },
  { call: 'userCoin.detail', field: 'id', thing: 'bill' },
  { call: 'buy.sendChatRecord', field: 'orderId', thing: 'deal', more: () => ({ content: 'Hello' }) },
  { call: 'buy.getChatRecord', field: 'id', thing: 'deal' },
  { call: 'bondClaim.answer', field: 'id', thing: 'claim', more: () => ({ content: 'I paid.' }) },
  { call: 'user.passkey.options', field: 'stepId', thing: 'loginStep', more: () => ({ use: 'step' }) },
  { call: 'user.loginStep', field: 'stepId', thing: 'loginStep', more: () => ({ method: 'totp', code: '000000' }) },
  { call: 'member.deleteDevice', field: 'id', thing: 'device' },
  { call: 'member.updateDevice', field: 'id', thing: 'device', more: () => ({ name: 'His' }) },
  {
    ...{ call: 'member.payment', field: 'id', thing: 'payment' },
    more: () => ({ type: 2, name: 'Ben', account: 'ben-1', fundPassword: FUND }),
  },
  { call: 'member.payment.del', field: 'id', thing: 'payment', more: () => ({ fundPassword: FUND }) },
  { call: 'member.api.del', field: 'id', thing: 'apiKey' },
  // Whoever asks about a key that was never used closes it for themselves.
  { call: 'common.outcome', field: 'key', thing: 'requestKey', absent: freshKey, commands: 1 },
  {
    call: 'file',
    field: 'id',
    thing: 'file',
    as: (link) => link.replace('/api/file/', ''),
    absent: () => '0'.repeat(32),
  },
  { call: 'user.avatar', field: 'link', thing: 'avatar', absent: noPicture },
  {
    ...{ call: 'member.payment', field: 'qr', thing: 'file', absent: noPicture },
    more: () => ({ type: 2, name: 'Ben', account: 'ben-2', fundPassword: FUND }),
  },
  ...(['member.verified', 'user.uploadKYC'] as const).flatMap((call) =>
    (['front', 'back', 'handheld'] as const).map((field): Row => ({
      call,
      field,
      thing: 'photo',
      absent: noPicture,
      more: () => ({ stage: 2, ...bens }),
    })),
  ),
  // The last one: who has a passkey is asked for it by some of the others.
  { call: 'user.passkey.del', field: 'id', thing: 'passkey' },
];

/** Fields that name something owned, with the test that has them instead. */
const ELSEWHERE: Readonly<Record<string, readonly [file: string, title: string]>> = {
  'userCoin.recharge img': ['custody/deposit/manual.test.ts', 'one’s own picture that was sent for it'],
  'buy.sendChatRecord content': [
    'otc/chat/calls.test.ts',
    'a picture of the chat opens for the other party once it is sent',
  ],
  'assets.withdrawal data': [
    'api/routes/second-customer.test.ts',
    'withdraws nothing under her name or with her sealed body',
  ],
  'userCoin.withdraw data': [
    'api/routes/second-customer.test.ts',
    'withdraws nothing under her name or with her sealed body',
  ],
};

/** Fields that name what is the same for everybody. */
const PUBLIC = new Set([
  ...['cgform-api.getData pid', 'cgform-api.getData exchange_code', 'cgform-api.detailData id'],
  ...['helpCenterInfo id', 'article.helpful id'],
  'secondContractOrder.createSecondContractOrder periodId',
  ...['pledge.submit id', 'finance.submit id', 'finance.detail id'],
]);

/** Fields whose values name nothing: amounts, words, choices, pages, texts, secrets of one's own, symbols. */
const VALUES = new Set(
  `coin symbol type from to size plate interval kind contractType limit a b c x y code pageNo pageSize column order direction
   price quantity amount timeInForce triggerPrice triggerBy selfTrade autoBorrow autoRepay account marginMode leverageRadio
   stopProfitPrice stopLossPrice current startTime endTime format status money flag oneKeySymbolNameList timeoutMs
   symbolNameList symbolName all odds value channels repeat walletType network address label allowOnly least content
   contentType areaCode password method response confirmPassword invite_code terms challenge solution prefix version email
   phone pwd confirmPwd use name oldCode oldPwd newPwd oldPassword newPassword newPassword1 act antiCode keep stage country
   documentType documentNo idNumber cardNumber bankName bankAddress bankPhone bankCode branchName homeAddress fundPassword
   rights ips expires purpose text tab receive article_code article_type article_lang helpful`
    .split(/\s+/)
    .filter(Boolean),
);

/** Tables that record that something was tried; a command of the journal that did something is counted by `done`. */
const TRIED = new Set(['journal', 'request_keys', 'login_attempts', 'login_log', 'login_steps']);

let world: ContractEdge;
let ann: Owner;
let ben: Person;

beforeAll(async () => {
  world = await startContracts();
  ann = await ownerOf(world, 'annowner');
  ben = await world.trader('benother');
  expect((await world.call(ben, '/api/user/tardPwdSet', { pwd: FUND, confirmPwd: FUND })).code).toBe(200);
  const [front, back, handheld] = [
    await uploaded(world, ben, 'kyc', 901),
    await uploaded(world, ben, 'kyc', 902),
    await uploaded(world, ben, 'kyc', 903),
  ];
  bens = { front, back, handheld };
  for (const [at, person] of [ann.person, ben].entries()) {
    const stage = { stage: 1, name: 'Ann Example', country: 'GB', documentType: 1, documentNo: `AA11223${at}` };
    expect((await world.call(person, '/api/user/uploadKYC', stage)).code).toBe(200);
  }
});
afterAll(() => world.stop());

/** All rows of all tables but those of tries, as one hash each. */
async function stateOf(): Promise<Readonly<Record<string, unknown>>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(world.db);
  const state: Record<string, unknown> = {
    paid: [...world.custody.paid].map(([owner, list]) => [owner, list.map((one) => ({ ...one }))]),
  };
  const hashes = tables
    .filter(({ name }) => !TRIED.has(name))
    .map(
      ({ name }) => sql`
        select ${name}::text as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash
        from ${sql.table(name)} t`,
    );
  // One statement, so that all are of one moment.
  const { rows } = await sql<{ name: string; hash: string }>`${sql.join(hashes, sql` union all `)}`.execute(world.db);
  for (const { name, hash } of rows) state[name] = hash;
  return state;
}

/** An id of the same form that names nothing. */
const absentOf = (id: string): string => (/^[0-9]+$/.test(id) ? '777777777777' : id.replaceAll(/[0-9A-Za-z]/g, '7'));

async function send(row: Row, person: Person, id: string) {
  const { call, field, as = (text: string) => text, more = () => ({}) } = row;
  const input = { ...more(id), [field]: as(id) };
  const { method, url, body } = requestOf(callOf(call), input);
  const answer = await world.app.inject({
    method,
    url,
    headers: { origin: ORIGIN, ...person, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { payload: body }),
  });
  const isJson = String(answer.headers['content-type']).includes('json');
  const { time: _, ...read } = isJson ? (answer.json() as Json) : { bytes: answer.rawPayload.length };
  return { status: answer.statusCode, text: JSON.stringify(read).replaceAll(JSON.stringify(id), '"{id}"') };
}

it('every field of every call either names nothing, or is tried here', () => {
  const tried = new Set(ROWS.map(({ call, field }) => `${call} ${field}`));
  const unknown = callNames.flatMap((name) =>
    Object.keys(callOf(name).input.shape)
      .filter((field) => !VALUES.has(field) && !PUBLIC.has(`${name} ${field}`))
      .map((field) => `${name} ${field}`)
      .filter((one) => !tried.has(one) && ELSEWHERE[one] === undefined),
  );
  expect(unknown, 'add a row, or say that the field names nothing owned').toEqual([]);
  expect(THINGS.filter((thing) => !ROWS.some((row) => row.thing === thing))).toEqual([]);
});

it.each(Object.entries(ELSEWHERE))('%s is tried by a test of its own', (_, [file, title]) => {
  expect(readFileSync(join(import.meta.dirname, '../..', file), 'utf8')).toContain(title);
});

describe('another customer’s id (issue 15 A; ASVS 8.2.2)', () => {
  it.each(ROWS.map((row) => [`${row.call} ${row.field}`, row] as const))(
    '%s: answers as one that does not exist, and changes nothing; its owner’s answers otherwise',
    async (_, row) => {
      const id = await ann.make[row.thing]();
      const owner = ann.ownerOf(id);
      await world.folded(world.live.head().seq);
      const done = world.done();
      const before = await stateOf();
      const absent = await send(row, ben, row.absent?.() ?? absentOf(id));
      const other = await send(row, ben, id);
      expect(other).toEqual(absent);
      expect(world.done()).toBe(done + 2 * (row.commands ?? 0));
      expect(await stateOf()).toEqual(before);
      // It was there: its owner is answered otherwise.
      expect(await send(row, owner, id)).not.toEqual(absent);
    },
  );
});
