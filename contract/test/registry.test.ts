import { describe, expect, it } from 'vitest';
import {
  type CallName,
  callNames,
  callOf,
  calls,
  methodsOf,
  openApi,
  pathNames,
  pathOf,
  requestOf,
} from '../src/index.ts';

/**
 * Writes without a key, and how a page that lost the answer learns what is so. `again`: repeating it leaves the same state,
 * so the page sends it again. `read`: what it changes is read back. `session`: it makes or ends a session or a proof, whose
 * answer cannot be had later; it is done anew. `file`: a file that nothing names is taken away by itself.
 */
const WITHOUT_KEY: Readonly<Partial<Record<CallName, 'again' | 'read' | 'session' | 'file'>>> = {
  'cgform-api.upload.file': 'file',
  'common.outcome': 'again',
  'common.upload.OSS': 'file',
  'entrust.cancel.after': 'read',
  'entrust.cancel.entrust': 'again',
  'open.send.email': 'again',
  'open.send.sms': 'again',
  'quotes.addOptional': 'read',
  'quotes.cancelOptional': 'read',
  'user.backPwd': 'session',
  'user.login': 'session',
  'user.loginStep': 'session',
  'user.logout': 'session',
  'user.passkey.options': 'session',
  'user.passkey.verify': 'session',
  'user.refresh': 'session',
  'user.register': 'session',
  'user.sendEmailCode': 'again',
  'user.sendMobileCode': 'again',
  'user.socketTicket': 'session',
  'user.stepUp': 'session',
};

describe('the registry of calls (calls.md §2–§6)', () => {
  it('has no two calls of the same method and path', () => {
    const seen = callNames.flatMap((name) =>
      methodsOf(callOf(name)).map((method) => `${method} ${pathOf(callOf(name))}`),
    );
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('has every name of a path in the input of its call', () => {
    for (const name of callNames) {
      const fields = Object.keys(callOf(name).input.shape);
      for (const inPath of pathNames(callOf(name))) expect(fields, `${name} ${inPath}`).toContain(inPath);
    }
  });

  it('lets only writes take a key, and asks for a session where an API key could open a call', () => {
    for (const name of callNames) {
      const call = callOf(name);
      if (call.key) expect(call.writes, name).toBe(true);
      if (call.right !== 'none') expect(call.who, name).not.toBe('guest');
    }
  });

  it('gives what moves money a key (calls.md: k)', () => {
    const keyed = callNames.filter((name) => callOf(name).key && callOf(name).keyIn !== 'requests');
    expect(keyed.sort()).toEqual([
      'assets.withdrawal',
      'contract.loss.cancel',
      'contract.loss.sett',
      'contract.order.canCelOrder',
      'contract.order.submit',
      'contract.position.adjustAmount',
      'contract.position.stopOrder',
      'currency.order.cancelOrder',
      'currency.order.submit',
      'entrust.amend',
      'entrust.cancel.all',
      'entrust.contract.close',
      'entrust.contract.close.onekey',
      'entrust.contract.open',
      'entrust.exchange',
      'finance.redeem',
      'finance.submit',
      'pledge.redeem',
      'pledge.submit',
      'practice.claim',
      'practice.send',
      'secondContractOrder.createSecondContractOrder',
      'userCoin.recharge',
      'userCoin.swap',
      'userCoin.transfer',
      'userCoin.withdraw',
      'wallet.borrow',
      'wallet.contract.updateBond',
      'wallet.contract.updateLeverageRadio',
      'wallet.fixed.updateLeverageRadio',
      'wallet.still',
      'wallet.trans',
    ]);
  });

  it('gives every other write a key, or says why none is needed (issue 16, part A)', () => {
    const without = callNames.filter((name) => callOf(name).writes && !callOf(name).key);
    expect(without.sort()).toEqual(Object.keys(WITHOUT_KEY).sort());
    for (const name of callNames) if (callOf(name).keyIn !== 'journal') expect(callOf(name).key, name).toBe(true);
  });

  it('lets only the signed in send a key that is kept in SQL: it is kept by account', () => {
    for (const name of callNames.filter((one) => callOf(one).keyIn === 'requests'))
      expect(callOf(name).who, name).not.toBe('guest');
  });

  it('names the GET calls that write', () => {
    const writing = callNames.filter((name) => callOf(name).method === 'GET' && callOf(name).writes);
    expect(writing.sort()).toEqual([
      'member.api.del',
      'member.googleVerificationBinding',
      'member.googleVerificationBindingOrReset',
      'open.send.email',
      'open.send.sms',
      'quotes.addOptional',
      'quotes.cancelOptional',
      'wallet.trans',
    ]);
  });

  it('refuses a column that is not in the closed list, and bounds -521 (§7)', () => {
    const { input } = calls['cgform-api.getData'];
    expect(input.safeParse({ code: 'nav', column: 'id' }).success).toBe(true);
    for (const column of ['password', 'id;drop table users', '1', 'ID'])
      expect(input.safeParse({ code: 'nav', column }).success).toBe(false);
    expect(input.safeParse({ code: 'nav', pageSize: '-521' }).success).toBe(true);
    for (const pageSize of [-522, 2001, '1e3']) expect(input.safeParse({ code: 'nav', pageSize }).success).toBe(false);
  });
});

describe('requests (calls.md §1)', () => {
  it('put private input in the body of a POST, never in its address', () => {
    const sent = requestOf(calls['user.backPwd'], { account: 'a@b.co', code: '123456', pwd: 'x', confirmPwd: 'x' });
    expect(sent.url).toBe('/api/user/backPwd');
    expect(sent.body).toContain('a@b.co');
  });

  it('write the slash form of a symbol as the route form in a path', () => {
    expect(requestOf(calls['open.transaction'], { a: 'BTC/USDT', b: 10 }).url).toBe(
      '/api/v1/coin/open/transaction/BTC_USDT/10',
    );
  });

  it('leave out what is not given, and encode what is', () => {
    expect(requestOf(calls['open.kline'], { symbol: 'BTC/USDT', interval: '1m', from: undefined }).url).toBe(
      '/api/v1/coin/open/kline?symbol=BTC%2FUSDT&interval=1m',
    );
  });
});

describe('OpenAPI 3.1 from the registry (design §5)', () => {
  const document = openApi('1.0.0') as {
    openapi: string;
    paths: Record<string, Record<string, { operationId: string }>>;
  };

  it('holds every call once for each of its methods', () => {
    expect(document.openapi).toBe('3.1.0');
    const ids = Object.values(document.paths).flatMap((path) => Object.values(path).map((one) => one.operationId));
    expect(new Set(ids).size).toBe(ids.length);
    for (const name of callNames) expect(ids).toContain(name);
  });

  it('shows an upload as a form with one file, a file as a picture, and every other body as JSON or a plain form', () => {
    type Content = { readonly content: Record<string, { readonly schema: { readonly required?: string[] } }> };
    const shown = openApi('1.0.0') as {
      paths: Record<string, Record<string, { requestBody?: Content; responses: Record<string, Content> }>>;
    };
    for (const name of callNames) {
      const call = callOf(name);
      const operation = shown.paths[pathOf(call)]?.[call.method.toLowerCase()];
      const types = Object.keys(operation?.requestBody?.content ?? {});
      expect(types.includes('multipart/form-data'), name).toBe(call.upload);
      if (call.upload)
        expect(operation?.requestBody?.content['multipart/form-data']?.schema.required).toContain('file');
      expect(Object.keys(operation?.responses['200']?.content ?? {}).includes('image/jpeg'), name).toBe(call.download);
    }
  });

  it('opens a call with a right by a session or a key’s signature, any other of the signed in by a session alone', () => {
    const { paths } = openApi('1.0.0') as { paths: Record<string, Record<string, { security: object[] }>> };
    const ways = (name: 'currency.order.submit' | 'user.getInfo' | 'user.login') =>
      paths[pathOf(callOf(name))]?.['post']?.security.map((way) => Object.keys(way));
    expect(ways('currency.order.submit')).toEqual([['access'], ['api-key', 'api-time', 'api-nonce', 'api-sign']]);
    expect([ways('user.getInfo'), ways('user.login')]).toEqual([[['access']], []]);
  });

  it('refers only to what it holds', () => {
    const text = JSON.stringify(document);
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/([A-Za-z]+)"/g)) expect(name).toBe('Refusal');
    expect(text).not.toContain('$defs');
  });
});
