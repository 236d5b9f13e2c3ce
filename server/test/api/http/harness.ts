// An edge over fakes: sessions by name, handlers that say what they were asked, a live fold that only waits.

import { type CallName, callNames, callOf, type CallShape, pathNames, pathOf } from '@vitrine/contract';
import type { UserId } from '@vitrine/core';
import { mkdtemp, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import {
  type CallContext,
  type Exporters,
  type FileAnswer,
  type Guardian,
  type Handlers,
  refuse,
} from '../../../src/api/call/index.ts';
import { createEdge, type EdgeOptions } from '../../../src/api/http/index.ts';
import type { Session, Sessions } from '../../../src/account/identity/index.ts';
import { TOKEN_LIVES } from '../../../src/app/settings/index.ts';
import type { Live } from '../../../src/projection/live/index.ts';
import { createSealedBodies, type SealedBodies } from '../../../src/api/sealed/index.ts';
import type { ExchangeLink } from '../../../src/engine/sequencer/index.ts';
import { createVault } from '../../../src/account/vault/index.ts';

/** What JSON holds, looked into freely. */
export type Json = ReturnType<typeof JSON.parse>;

export const ORIGIN = 'http://vitrine.test';

/** Alice's session: cookie `access=alice`, satoken `sa-alice`. */
export function sessionOf(name: string, coreUser: number): Session {
  return { id: `session-${name}`, userId: `${coreUser}`, coreUser: coreUser as UserId, satoken: `sa-${name}` };
}

export const alice = sessionOf('alice', 2);
export const bob = sessionOf('bob', 3);

/** Sessions known by their cookie: alice, bob; `old` has expired; anything else is a forgery. */
export const fakeSessions = {
  find: async (access: string) =>
    access === 'alice' ? alice : access === 'bob' ? bob : access === 'old' ? 'expired' : 'unknown',
  satokenFits: (session: Session, satoken: string) => satoken === session.satoken,
  lives: TOKEN_LIVES,
} as unknown as Sessions;

/** Lets everything pass that has a session; no signature is right. */
export const openGuardian: Guardian = {
  factor: async () => undefined,
  provenAt: async () => 0,
  fund: async () => undefined,
  signed: async () => {
    throw refuse('apiKey.invalid');
  },
};

/** Bodies sealed to a key that is the same in every test. */
export const testBodies = (): Promise<SealedBodies> => createSealedBodies(createVault(Buffer.alloc(32, 7)));

/** What every call with `download` answers here. */
export const A_FILE: FileAnswer = { type: 'image/jpeg', bytes: Buffer.from('not really a picture') };

/** What a handler was asked. */
export interface Asked {
  readonly name: CallName;
  readonly input: Record<string, unknown>;
  readonly context: CallContext;
}

export interface World {
  readonly app: FastifyInstance;
  readonly asked: Asked[];
  /** What the next calls answer; by default nothing in particular. */
  answer: (asked: Asked) => unknown;
  readonly waits: { seq: number; ms: number }[];
}

/** A built page in a folder of its own. */
export async function builtPage(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-page-'));
  await mkdir(join(folder, 'static'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Vitrine</title>');
  await writeFile(join(folder, 'mark.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, 'static', 'main-abc123.js'), 'export {};'.repeat(300));
  await writeFile(join(folder, 'static', 'main-abc123.js.br'), 'not really brotli');
  return folder;
}

/** An edge over fakes. Close `app` at the end. */
export async function startWorld(options: Partial<EdgeOptions> = {}): Promise<World> {
  const asked: Asked[] = [];
  const waits: { seq: number; ms: number }[] = [];
  const world: Omit<World, 'app'> = { asked, waits, answer: () => ({ fine: true }) };
  const handler = (name: CallName) => async (input: Record<string, unknown>, context: CallContext) => {
    const one = { name, input, context };
    asked.push(one);
    return callOf(name).download ? A_FILE : world.answer(one);
  };
  const handlers = Object.fromEntries(callNames.map((name) => [name, handler(name)])) as unknown as Handlers;
  const live = {
    waitFor: async (seq: number, ms: number) => {
      waits.push({ seq, ms });
      return true;
    },
    head: () => ({ row: 1, seq: 1, time: 1, rowHash: '' }),
  } as unknown as Live;
  const link = { state: () => ({ taking: true }) } as unknown as ExchangeLink;
  const app = await createEdge({
    link,
    live,
    sessions: fakeSessions,
    guardian: openGuardian,
    sealed: options.sealed ?? (await testBodies()),
    requestKeys: { run: ({ act }) => act() },
    handlers,
    exporters: {} as Exporters,
    mode: 'practice',
    origins: () => new Set([ORIGIN]),
    secure: false,
    version: '0.0.0',
    readSlot: 0,
    ...options,
  });
  return Object.assign(world, { app });
}

/** Headers of our own page; with a name, signed in. */
export function fromPage(who?: 'alice' | 'bob'): Record<string, string> {
  return {
    origin: ORIGIN,
    'sec-fetch-site': 'same-origin',
    ...(who === undefined ? {} : { cookie: `access=${who}`, satoken: `sa-${who}` }),
  };
}

/** Text for each name a path may hold; right for every call. */
const PATH_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'quotes.addOptional': { a: '1', b: '1' },
  'quotes.cancelOptional': { a: '1', b: '1' },
  'open.transaction': { a: 'BTC_USDT', b: '10' },
  'wallet.get': { a: '1', b: 'USDT' },
  'entrust.exchange': { x: 'spot' },
  'entrust.entrustlog': { a: 'spot', b: 'open', c: 'all' },
  'entrust.get.myExchangeLog': { x: 'all' },
  'entrust.entrustlogContract': { a: 'u', b: 'history', c: 'all' },
  'entrust.get.myPosition': { x: 'u' },
  'entrust.borrowOrder': { a: 'all', b: 'borrow', c: 'all' },
  'entrust.transaction.details': { id: '1' },
  'open.getPriceComparison': { x: 'BTC' },
  'entrust.get.getBbwMaintenanceMargin': { x: 'BTC_USDT' },
  'sys.dict.getDictItems': { code: 'coin_plate' },
  'cgform-api.getData': { code: 'nav' },
  'cgform-api.detailData': { code: 'nav', id: '1' },
  'member.getGoogleVerification': { x: 'state' },
  'member.googleVerificationBinding': { x: '-' },
  'member.googleVerificationBindingOrReset': { x: '-', y: '2' },
  'member.deleteDevice': { id: 'device-1' },
  'member.getMemberOtherData': { x: 'yhrzxx' },
  file: { id: 'file-1' },
  'entrust.contract.open': { x: 'u' },
  'entrust.contract.close': { x: 'u' },
  'wallet.getCanborrow': { account: 'all' },
  'wallet.preborrow': { account: 'all' },
  'wallet.borrow': { account: 'all' },
  'wallet.still': { account: 'all' },
  'wallet.fixed.marginProperty': { x: 'BTC_USDT' },
  'assets.getDepositAddress': { coin: 'USDT' },
  'buy.getChatRecord': { id: '1' },
  helpCenterInfo: { id: '1' },
  'secondContractOrder.receipt': { id: '1' },
  'finance.detail': { id: '1' },
  'common.outcome': { key: '01a1fdfb-d9bd-7343-8cd1-ed2eb26bb561' },
};

const HASH = 'a'.repeat(64);
/** In form a sealed body, and in nothing else: `sealed.test.ts` has real ones. */
const NO_SEAL = 'eyJhbGciOiJFQ0RILUVTIn0..AAAA.AAAA.AAAA';

/** The rest of an input that is right for a call. */
const RIGHT: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'article.helpful': { id: '1', helpful: true },
  'article.search': { text: 'fees' },
  'bondClaim.answer': { id: '1', content: 'The payment came from somebody else.' },
  'common.getMt5Amount': { coin: 'XAU' },
  'user.linkAppeal': { act: 'open', text: 'I do not know the other account.' },
  'common.checkTrade': { symbol: 'BTC_USDT', type: 1 },
  'common.ticks': { symbol: 'BTC_USDT' },
  'open.kline': { symbol: 'BTC_USDT', interval: '1m' },
  'open.depth': { symbol: 'BTC_USDT' },
  'contract.position.story': { id: '1' },
  'open.get.contractDetail': { symbolNameList: ['BTC_USDT'] },
  'open.getFundingRate': { symbolName: 'BTC_USDT' },
  'currency.order.submit': { symbol: 'BTC_USDT', direction: 1, type: 1, price: '20000', quantity: '0.001' },
  'entrust.exchange': { symbol: 'BTC_USDT', direction: 1, type: 1, price: '20000', quantity: '0.001' },
  'entrust.preview': { symbol: 'BTC_USDT', direction: 1, type: 1, price: '20000', quantity: '0.001' },
  'currency.order.cancelOrder': { id: '1' },
  'entrust.cancel.entrust': { id: '1' },
  'entrust.amend': { id: '1', quantity: '0.001' },
  'wallet.trans': { from: 1, to: 2, coin: 'USDT', amount: '1' },
  'userCoin.transfer': { from: 1, to: 2, coin: 'USDT', amount: '1' },
  'user.login': { type: 1, account: 'nobody1', password: HASH },
  'user.register': { type: 1, account: 'somebody1', password: HASH, confirmPassword: HASH },
  'user.sendEmailCode': { email: 'a@b.co', type: 1 },
  'open.send.email': { email: 'a@b.co', type: 1 },
  'user.loginStep': { stepId: 'step-1', method: 'totp', code: '123456' },
  'user.stepUp': { method: 'totp', code: '123456' },
  'user.acceptTerms': { version: '2026-11-26' },
  'user.sendMobileCode': { areaCode: '44', phone: '7700900123', type: 1 },
  'open.send.sms': { areaCode: '44', phone: '7700900123', type: 1 },
  'user.passkey.options': { use: 'login' },
  'user.passkey.save': { name: 'Laptop', response: {} },
  'user.passkey.verify': { response: {} },
  'user.passkey.del': { id: 'key-1' },
  'user.bindEmail': { email: 'a@b.co', code: '123456' },
  'member.accountVerificationBinding': { type: 2, account: 'a@b.co', code: '123456' },
  'user.updateUserLoginPwd': { oldPwd: HASH, newPwd: HASH, confirmPwd: HASH },
  'blade-user.update-password': { oldPassword: HASH, newPassword: HASH, newPassword1: HASH },
  'user.updatePwd': { oldPwd: HASH, newPwd: HASH, confirmPwd: HASH },
  'user.tardPwdSet': { pwd: HASH, confirmPwd: HASH },
  'member.tradePwd': { pwd: HASH, confirmPwd: HASH },
  'user.fundCase': { act: 'open' },
  'member.antiCode': { antiCode: 'heron' },
  'member.updateDevice': { id: 'device-1', name: 'Laptop' },
  'member.verified': { stage: 1 },
  'user.uploadKYC': { stage: 1 },
  'userBank.save': { name: 'Ann', idNumber: 'AB1234', cardNumber: '12345678901', bankName: 'Bank' },
  'member.payment.del': { id: '1' },
  'member.payment': { type: 2, name: 'Ann', account: 'ann' },
  'member.api': { name: 'bot', rights: ['r'] },
  'member.api.del': { id: '1' },
  'common.upload.OSS': { purpose: 'kyc' },
  'contract.order.submit': { symbol: 'BTC_USDT', direction: 1, type: 2, quantity: '0.001' },
  'entrust.contract.open': { symbol: 'BTC_USDT', direction: 1, type: 2, quantity: '0.001' },
  'entrust.contract.close': { symbol: 'BTC_USDT', direction: 3, type: 2, quantity: '0.001' },
  'contract.order.canCelOrder': { id: '1' },
  'contract.position.stopOrder': { id: '1' },
  'contract.position.adjustAmount': { id: '1', money: '1', flag: 1 },
  'wallet.contract.updateBond': { id: '1', amount: '1', flag: 1 },
  'wallet.contract.updateLeverageRadio': { symbol: 'BTC_USDT', marginMode: 'fixed', leverageRadio: 5 },
  'wallet.contract.leverage': { symbol: 'BTC_USDT' },
  'contract.loss.sett': { id: '1' },
  'contract.loss.cancel': { id: '1' },
  'entrust.contract.close.onekey': { oneKeySymbolNameList: ['BTC_USDT'] },
  'wallet.getCanborrow': { coin: 'USDT' },
  'wallet.preborrow': { coin: 'USDT', amount: '1' },
  'wallet.borrow': { coin: 'USDT', amount: '1' },
  'wallet.still': { coin: 'USDT', all: true },
  'wallet.fixed.updateLeverageRadio': { symbol: 'BTC_USDT', leverageRadio: 5 },
  'period.list': { symbol: 'BTC_USDT' },
  'secondContractOrder.createSecondContractOrder': {
    symbol: 'BTC_USDT',
    periodId: '301-30',
    direction: 1,
    amount: '1',
    odds: '0.8',
  },
  'pledge.submit': { id: '1', version: 1, amount: '100' },
  'pledge.redeemPreview': { id: '1' },
  'pledge.redeem': { id: '1', receive: '99' },
  'finance.submit': { id: '6', version: 1, amount: '100' },
  'finance.redeemPreview': { id: '1' },
  'finance.redeem': { id: '1', receive: '100' },
  'alert.save': { symbol: 'BTC_USDT', kind: 'above', value: '100000', channels: ['page'] },
  'alert.del': { id: '1' },
  'assets.withdrawal': { data: NO_SEAL },
  'userCoin.withdraw': { data: NO_SEAL },
  'assets.withdrawal.cancel': { id: '1' },
  'assets.address.save': { allowOnly: false },
  'assets.address.del': { id: '1' },
  'assets.address.check': { coin: 'USDT', network: 'practice', address: 'vp1outside' },
  'userCoin.recharge': { coin: 'USD', amount: '10', img: '/api/file/file-1' },
  'userCoin.swapQuote': { from: 'USDT', to: 'BTC', amount: '100' },
  'userCoin.swap': { from: 'USDT', to: 'BTC', amount: '100', least: '0.0001' },
  'userCoin.detail': { id: '1' },
  'buy.sendChatRecord': { orderId: '1', content: 'Paid.' },
  'practice.send': { coin: 'USDT', address: 'vp1outside', amount: '1' },
  'user.breachedPasswords': { prefix: '00000' },
  'user.backPwd': { account: 'a@b.co', code: '123456', pwd: HASH, confirmPwd: HASH },
};

const BOUNDARY = '----vitrine-test-boundary';

/** A multipart form as a browser sends it; bytes become a file. */
export function multipart(
  fields: Readonly<Record<string, unknown>>,
  fileName = 'photo.jpg',
): { readonly headers: Record<string, string>; readonly body: Buffer } {
  const parts = Object.entries(fields).flatMap(([name, value]) => {
    const isFile = value instanceof Uint8Array;
    const about = isFile ? `; filename="${fileName}"\r\nContent-Type: image/jpeg` : '';
    return [
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${about}\r\n\r\n`),
      isFile ? Buffer.from(value) : Buffer.from(String(value)),
      Buffer.from('\r\n'),
    ];
  });
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]),
  };
}

/** A request for a call with an input that is right in form; `words` and `fields` replace parts of it. */
export function requestFor(
  name: CallName,
  given: { words?: Record<string, string>; fields?: Record<string, unknown>; headers?: Record<string, string> } = {},
): InjectOptions & { url: string } {
  const call: CallShape = callOf(name);
  const words = { ...PATH_WORDS[name], ...given.words };
  const path = pathOf(call).replace(/\{([A-Za-z]+)\}/g, (_, word: string) => encodeURIComponent(words[word] ?? 'x'));
  if (pathNames(call).some((word) => words[word] === undefined)) throw new Error(`no path words for ${name}`);
  const fields = given.fields ?? RIGHT[name] ?? {};
  const headers = given.headers ?? {};
  if (call.upload) {
    const form = multipart({ ...fields, file: Buffer.from('not really a picture') });
    return { method: 'POST', url: path, headers: { ...headers, ...form.headers }, payload: form.body };
  }
  if (call.method === 'POST') return { method: 'POST', url: path, headers, payload: fields };
  const query = new URLSearchParams(
    Object.entries(fields).map(([field, value]): [string, string] => [field, String(value)]),
  ).toString();
  return { method: 'GET', url: query === '' ? path : `${path}?${query}`, headers };
}
