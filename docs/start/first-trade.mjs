// From nothing to a filled order through the API of a practice exchange: node docs/start/first-trade.mjs [ADDRESS]
// Plain JavaScript without packages, so that it can be read as the documentation of the steps.

import { createHash, createHmac, randomUUID } from 'node:crypto';

const exchange = process.argv[2] ?? 'http://localhost:8080';

/** SHA-256 in lower-case hex. */
const sha256 = (text) => createHash('sha256').update(text).digest('hex');

/** The data of an answer; ends the program when the exchange refused. */
async function dataOf(path, answer) {
  const { code, msg, data } = await answer.json();
  if (code !== 200) throw new Error(`${path}: ${code} ${msg}`);
  return data;
}

// A session, as a page has it: a cookie, the anti-forgery value `satoken`, and the exchange's own Origin.
const session = { cookie: '', satoken: '' };

async function call(path, fields = {}) {
  const answer = await fetch(exchange + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: exchange, ...session },
    body: JSON.stringify(fields),
  });
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  if (cookies.length > 0) session.cookie = cookies.join('; ');
  const data = await dataOf(path, answer);
  if (data?.satoken) session.satoken = data.satoken;
  return data;
}

// 1. Register. A password is never sent, only this hash of it.
const password = sha256(`vitrine:first-Trade-${randomUUID()}`);
const { platformConfig } = await call('/api/common/getAllSetting');
const account = `trader${Date.now().toString(36)}`;
await call('/api/user/register', {
  type: 1,
  account,
  password,
  confirmPassword: password,
  terms: platformConfig.termsVersion,
});
console.log(`Registered ${account}.`);

// 2. Take practice money.
await call('/api/practice/claim');
console.log('Took practice money.');

// 3. Create an API key that may read and trade. That needs a fresh proof of identity.
await call('/api/user/stepUp', { method: 'password', password });
const { key, secret } = await call('/api/v1/coin/member/api', { name: 'first trade', rights: ['r', 't'] });
console.log(`Created API key ${key}.`);

// Signed requests carry the exchange's time: a clock of your own may be off by more than it accepts.
const ahead = (await dataOf('/api/common/getTime', await fetch(`${exchange}/api/common/getTime`))) - Date.now();

/** Sends a signed request: from here on the key is enough, no session. */
async function signed(method, path, fields) {
  const body = method === 'POST' ? JSON.stringify(fields) : '';
  const time = String(Date.now() + ahead);
  const nonce = randomUUID();
  const text = [method, path, '', sha256(body), time, nonce].join('\n');
  const answer = await fetch(exchange + path, {
    method,
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      'api-key': key,
      'api-time': time,
      'api-nonce': nonce,
      'api-sign': createHmac('sha256', secret).update(text).digest('hex'),
    },
    ...(body ? { body } : {}),
  });
  return dataOf(path, answer);
}

// 4. Buy 0.01 BTC at the market (direction 1 buy, type 2 market).
const order = await signed('POST', '/api/currency/order/submit', {
  symbol: 'BTC_USDT',
  direction: 1,
  type: 2,
  quantity: '0.01',
});
console.log('Order:', order);

// 5. Look at the balance.
console.log('BTC:', await signed('GET', '/api/v1/coin/wallet/get/1/BTC'));
