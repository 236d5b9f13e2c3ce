// The practice inbox through the edge: what a browser sees of its own codes and of its account's notices, and what it does not (design §9).

import { hashPassword } from '@vitrine/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TERMS_VERSION } from '../../../src/account/identity/index.ts';
import { type ExchangeEdge, startExchange } from '../../api/http/exchange-edge.ts';
import { ORIGIN } from '../../api/http/harness.ts';

let exchange: ExchangeEdge;

beforeAll(async () => {
  exchange = await startExchange();
});
afterAll(() => exchange?.stop());

/** A browser with cookies of its own. */
function browser(lang: string) {
  const cookies = new Map<string, string>();
  return async (url: string, payload: object = {}) => {
    const answer = await exchange.app.inject({
      method: 'POST',
      url,
      headers: { origin: ORIGIN, lang, cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      payload,
    });
    for (const { name, value } of answer.cookies) cookies.set(name, value);
    return answer.json();
  };
}

const password = hashPassword('Glass-and-ink7');

it('shows subject, text and code in the language of the asking page, to the asking browser only', async () => {
  const asking = browser('de');
  const other = browser('de');
  await other('/api/practice/inbox');
  expect(await asking('/api/user/sendEmailCode', { email: 'ann@example.org', type: 1 })).toMatchObject({ code: 200 });
  const { data } = await asking('/api/practice/inbox');
  expect(data).toMatchObject([{ address: 'ann@example.org', purpose: 1, subject: 'Ihr Code zur Kontoeröffnung' }]);
  expect(data[0].code).toMatch(/^\d{6}$/);
  expect(data[0].text).toContain(data[0].code);
  expect((await other('/api/practice/inbox')).data).toEqual([]);
});

it('tells the browsers of an account of a new device, but neither that device nor anyone else', async () => {
  const home = browser('fr');
  // Whoever signs in elsewhere does not choose the language the customer is warned in.
  const away = browser('ja');
  const stranger = browser('fr');
  const account = { type: 1, account: 'inbox-reader', password };
  await home('/api/user/register', { ...account, confirmPassword: password, terms: TERMS_VERSION });
  await stranger('/api/user/register', {
    ...account,
    account: 'inbox-stranger',
    confirmPassword: password,
    terms: TERMS_VERSION,
  });
  expect(await away('/api/user/login', account)).toMatchObject({ code: 200 });
  expect((await home('/api/practice/inbox')).data).toMatchObject([
    { purpose: 0, code: null, subject: 'Connexion depuis un nouvel appareil' },
  ]);
  expect((await away('/api/practice/inbox')).data).toEqual([]);
  expect((await stranger('/api/practice/inbox')).data).toEqual([]);
});
