// Settings: one schema, and a message that names each wrong variable and what is allowed (design §9).

import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings, SettingsError, withoutPassword } from '../../../src/app/settings/index.ts';

/** The message of the refusal that an environment causes. */
function refusal(environment: Record<string, string>): string {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  return '';
}

test('an empty environment is a practice exchange on port 8080 with simulated prices (design §9)', () => {
  expect(readSettings({})).toEqual({
    port: 8080,
    custody: { practiceBlock: 5_000, cold: {} },
    practiceTraders: true,
    deskPort: 8081,
    host: '0.0.0.0',
    dataFolder: resolve('./data'),
    mode: 'practice',
    role: 'all',
    prices: { kind: 'simulated' },
    replaySpeed: 1,
    replayNoise: 1,
    prefixes: { head: 'v1', requestHead: 'v1' },
    tokenLives: { access: 7_200_000, refresh: 604_800_000 },
    trustedProxies: [],
    registrationWork: 0,
    tradeMonths: 12,
    origins: ['http://localhost:8080', 'http://127.0.0.1:8080'],
    deskHost: '127.0.0.1',
    deskOrigins: ['http://localhost:8081', 'http://127.0.0.1:8081'],
    endWithStdin: false,
    logLevel: 'info',
  });
});

test('practice traders trade where people try the exchange, and not where a test moves the clock (issue 18 §1)', () => {
  expect(readSettings({ VITRINE_PRACTICE_TRADERS: 'off' }).practiceTraders).toBe(false);
  const clock = { VITRINE_TEST_CLOCK: '/run/clock' };
  expect(readSettings(clock).practiceTraders).toBe(false);
  expect(readSettings({ ...clock, VITRINE_PRACTICE_TRADERS: 'on' }).practiceTraders).toBe(true);
});

test('live mode refuses practice traders by name (issue 18 §1)', () => {
  const live = { VITRINE_MODE: 'live', VITRINE_ORIGIN: 'https://example.org' };
  expect(refusal({ ...live, VITRINE_PRACTICE_TRADERS: 'on' })).toContain(
    'VITRINE_PRACTICE_TRADERS: allowed in live mode is off: practice traders have play money; it holds "on"',
  );
  for (const other of [live, { ...live, VITRINE_PRACTICE_TRADERS: 'off' }])
    expect(refusal(other)).not.toContain('VITRINE_PRACTICE_TRADERS');
});

test('an empty variable counts as absent (design §9)', () => {
  expect(readSettings({ PORT: '', VITRINE_SEED: ' ' }).port).toBe(8080);
});

test('localhost is one address: connections of a second listener would not be counted (issue 15 A.1)', () => {
  const { host, deskHost } = readSettings({ VITRINE_HOST: 'localhost', VITRINE_DESK_HOST: 'LOCALHOST' });
  expect([host, deskHost]).toEqual(['127.0.0.1', '127.0.0.1']);
});

test('every setting is read (design §9)', () => {
  const settings = readSettings({
    PORT: '0',
    DESK_PORT: '9000',
    VITRINE_HOST: '127.0.0.1',
    VITRINE_DATA: '/tmp/some-data',
    VITRINE_MODE: 'practice',
    VITRINE_ROLE: 'all',
    VITRINE_DATABASE_URL: 'postgres://a:b@db:5432/x',
    VITRINE_JOURNAL_URL: 'postgresql://journal/y',
    VITRINE_PRICES: 'replay:/recorded',
    VITRINE_REPLAY_SPEED: '2.5',
    VITRINE_REPLAY_NOISE: '0.25',
    VITRINE_SEED: 'ABC123',
    VITRINE_ORIGIN: 'https://Example.org, https://www.example.org:8443',
    VITRINE_DESK_HOST: '10.0.0.7',
    VITRINE_DESK_ORIGIN: 'https://Desk.example.org',
    VITRINE_TRUST_PROXY: '10.0.0.5, 10.1.0.0/16, ::1',
    VITRINE_SMTP_URL: 'smtp://house%40example.org:p%40ss%20word@mail.example.org',
    VITRINE_MAIL_FROM: 'Vitrine Exchange <no-reply@example.org>',
    VITRINE_SMS_URL: 'https://sms.example.org/send?route=1',
    VITRINE_SMS_TOKEN: 'gateway-token',
    VITRINE_LOG: 'warn',
  });
  expect(settings).toMatchObject({
    port: 0,
    deskPort: 9000,
    deskHost: '10.0.0.7',
    deskOrigins: ['https://desk.example.org'],
    dataFolder: '/tmp/some-data',
    databaseUrl: 'postgres://a:b@db:5432/x',
    journalUrl: 'postgresql://journal/y',
    prices: { kind: 'replay', folder: '/recorded' },
    replaySpeed: 2.5,
    replayNoise: 0.25,
    seed: 'abc123',
    origins: ['https://example.org', 'https://www.example.org:8443'],
    trustedProxies: ['10.0.0.5', '10.1.0.0/16', '::1'],
    mail: {
      host: 'mail.example.org',
      port: 587,
      secure: false,
      requireTls: true,
      user: 'house@example.org',
      password: 'p@ss word',
      from: { name: 'Vitrine Exchange', address: 'no-reply@example.org' },
    },
    sms: { url: 'https://sms.example.org/send?route=1', token: 'gateway-token' },
    endWithStdin: false,
    logLevel: 'warn',
  });
});

test.each([
  ['smtp://127.0.0.1:2525', { host: '127.0.0.1', port: 2525, secure: false, requireTls: false }],
  ['smtp://localhost/', { host: 'localhost', port: 587, secure: false, requireTls: false }],
  ['smtp://[::1]', { host: '::1', port: 587, secure: false, requireTls: false }],
  ['smtp://127.0.0.1.example.org', { host: '127.0.0.1.example.org', port: 587, secure: false, requireTls: true }],
  ['smtp://10.0.0.5', { host: '10.0.0.5', port: 587, secure: false, requireTls: true }],
  ['smtps://mail.example.org', { host: 'mail.example.org', port: 465, secure: true, requireTls: true }],
])('mail by %s: TLS is required but on this same machine (design §9)', (url, server) => {
  expect(readSettings({ VITRINE_SMTP_URL: url, VITRINE_MAIL_FROM: 'a@example.org' }).mail).toEqual({
    ...server,
    from: { name: '', address: 'a@example.org' },
  });
});

test('the desk stays on this machine and at an address of its own (design §9)', () => {
  expect(readSettings({})).toMatchObject({
    deskHost: '127.0.0.1',
    deskOrigins: ['http://localhost:8081', 'http://127.0.0.1:8081'],
  });
  const shared = { VITRINE_ORIGIN: 'https://a.example', VITRINE_DESK_ORIGIN: 'https://b.example,https://a.example' };
  expect(refusal(shared)).toContain('VITRINE_DESK_ORIGIN: allowed are other addresses');
});

test('live mode takes TLS only: addresses, and databases on other machines; the desk has a host of its own (ASVS V12, 3.5.4)', () => {
  const live = {
    VITRINE_MODE: 'live',
    VITRINE_ORIGIN: 'https://a.example',
    VITRINE_DESK_ORIGIN: 'https://desk.a.example',
  };
  const named = (more: Record<string, string>) =>
    refusal({ ...live, ...more }).match(/^ {2}VITRINE_\w+(?=: allowed)/gm) ?? [];
  expect(named({})).toEqual([]);
  expect(named({ VITRINE_ORIGIN: '', VITRINE_DESK_ORIGIN: '' })).toEqual(['  VITRINE_ORIGIN']);
  expect(named({ VITRINE_ORIGIN: 'https://a.example,http://b.example' })).toEqual(['  VITRINE_ORIGIN']);
  expect(named({ VITRINE_DESK_ORIGIN: 'http://desk.a.example' })).toEqual(['  VITRINE_DESK_ORIGIN']);
  expect(named({ VITRINE_DESK_ORIGIN: 'http://localhost:8081' })).toEqual([]);
  expect(named({ VITRINE_ORIGIN: 'https://a:99999' })).toEqual(['  VITRINE_ORIGIN']);
  expect(named({ VITRINE_DESK_ORIGIN: 'https://a.example:8443' })).toEqual(['  VITRINE_DESK_ORIGIN']);
  for (const name of ['VITRINE_DATABASE_URL', 'VITRINE_JOURNAL_URL']) {
    for (const plain of [
      'postgres://a:hush@db:5432/x',
      'postgres://a:hush@db/x?sslmode=prefer',
      'postgres://a:hush@db/x?sslmode=no-verify',
    ]) {
      expect([plain, named({ [name]: plain })]).toEqual([plain, [`  ${name}`]]);
      expect(refusal({ ...live, [name]: plain })).not.toContain('hush');
    }
    for (const safe of [
      'postgres://a:b@127.0.0.1/x',
      'postgres://a:b@[::1]/x',
      'postgres://a:b@db/x?sslmode=verify-full',
    ])
      expect([safe, named({ [name]: safe })]).toEqual([safe, []]);
  }
});

test('§7 prefixes of paths and lives of cookies are set', () => {
  const given = { VITRINE_HEAD: 'form-2', VITRINE_REQUEST_HEAD: 'x', VITRINE_ACCESS_LIFE: '600' };
  expect(readSettings({ ...given, VITRINE_REFRESH_LIFE: '86400' })).toMatchObject({
    prefixes: { head: 'form-2', requestHead: 'x' },
    tokenLives: { access: 600_000, refresh: 86_400_000 },
  });
  for (const taken of ['user', 'common', 'a/b', 'V1', ''.padEnd(33, 'a')])
    expect(refusal({ VITRINE_REQUEST_HEAD: taken })).toContain(
      'VITRINE_REQUEST_HEAD: allowed is 1 to 32 small letters',
    );
  for (const wrong of ['59', '86401', '1.5', 'long'])
    expect(refusal({ VITRINE_ACCESS_LIFE: wrong })).toContain(
      'VITRINE_ACCESS_LIFE: allowed is seconds from 60 to 86400',
    );
  expect(refusal({ VITRINE_REFRESH_LIFE: '2592001' })).toContain('seconds from 60 to 2592000');
  expect(refusal({ VITRINE_REFRESH_LIFE: '3600' })).toContain(
    'VITRINE_REFRESH_LIFE: allowed is at least VITRINE_ACCESS_LIFE, 7200',
  );
});

test('a way out is set whole or not at all (design §9)', () => {
  expect(refusal({ VITRINE_SMTP_URL: 'smtps://mail.example.org' })).toContain(
    'VITRINE_MAIL_FROM: needed where VITRINE_SMTP_URL is set',
  );
  expect(refusal({ VITRINE_MAIL_FROM: 'a@example.org' })).toContain('VITRINE_SMTP_URL: needed');
  expect(refusal({ VITRINE_SMS_URL: 'https://sms.example.org' })).toContain('VITRINE_SMS_TOKEN: needed');
  expect(refusal({ VITRINE_SMS_TOKEN: 'abc' })).toContain('VITRINE_SMS_URL: needed');
  expect(refusal({ VITRINE_ANCHOR_TOKEN: 'abc' })).toContain('VITRINE_ANCHOR: an address is needed');
  expect(refusal({ VITRINE_ANCHOR_TOKEN: 'abc', VITRINE_ANCHOR: '/anchor' })).toContain('an address is needed');
});

test('no message shows how the ways out are opened (design §9)', () => {
  const message = refusal({
    VITRINE_SMTP_URL: 'smtp://house:se@cret@mail.example.org/path',
    VITRINE_SMS_URL: 'http://user:hidden@sms.example.org',
    VITRINE_SMS_TOKEN: 'two words-token',
  });
  for (const name of ['VITRINE_SMTP_URL', 'VITRINE_SMS_URL', 'VITRINE_SMS_TOKEN']) expect(message).toContain(name);
  for (const secret of ['se@cret', 'cret', 'hidden', 'words-token']) expect(message).not.toContain(secret);
});

test.each([
  ['PORT', '80800', 'a port number'],
  ['PORT', 'http', 'a port number'],
  ['DESK_PORT', '-1', 'a port number'],
  ['DESK_PORT', '8080', 'another port than PORT'],
  ['VITRINE_HOST', 'a b', 'an address'],
  ['VITRINE_MODE', 'demo', 'practice or live'],
  ['VITRINE_MODE', 'live', 'refused in live mode'],
  ['VITRINE_ROLE', 'edge', 'not built in this release'],
  ['VITRINE_DATABASE_URL', 'mysql://x', 'postgres://'],
  ['VITRINE_JOURNAL_URL', 'here', 'postgres://'],
  ['VITRINE_BUS_URL', 'nats://x', 'not built in this release'],
  ['VITRINE_PRICES', 'live', 'not built in this release'],
  ['VITRINE_PRICES', 'replay:', 'replay:FOLDER'],
  ['VITRINE_REPLAY_SPEED', '0', 'a number above 0'],
  ['VITRINE_REPLAY_SPEED', '1e3', 'a number above 0'],
  ['VITRINE_REPLAY_NOISE', '-0.1', 'a number from 0'],
  ['VITRINE_REPLAY_NOISE', '1.1', 'a number from 0'],
  ['VITRINE_REPLAY_NOISE', 'none', 'a number from 0'],
  ['VITRINE_SEED', 'not hex', 'hexadecimal'],
  ['VITRINE_ORIGIN', 'example.org', 'https://name'],
  ['VITRINE_ORIGIN', 'https://example.org/path', 'without a path'],
  ['VITRINE_TRUST_PROXY', 'all', 'addresses or networks'],
  ['VITRINE_TRUST_PROXY', '10.0.0.0/33', 'addresses or networks'],
  ['VITRINE_SMTP_URL', 'mail.example.org', 'smtp://user'],
  ['VITRINE_SMTP_URL', 'https://mail.example.org', 'smtp://user'],
  ['VITRINE_SMTP_URL', 'smtp://mail.example.org/inbox', 'smtp://user'],
  ['VITRINE_SMTP_URL', 'smtp://mail.example.org?x=1', 'smtp://user'],
  ['VITRINE_SMTP_URL', 'smtp://user@mail.example.org', 'smtp://user'],
  ['VITRINE_SMTP_URL', 'smtp://user:%zz@mail.example.org', 'smtp://user'],
  ['VITRINE_MAIL_FROM', 'Vitrine', 'name@example.org'],
  ['VITRINE_MAIL_FROM', 'a@b.org, c@d.org', 'name@example.org'],
  ['VITRINE_MAIL_FROM', 'A <a@b.org> B', 'name@example.org'],
  ['VITRINE_MAIL_FROM', 'A\r\nBcc: x@y.org <a@b.org>', 'name@example.org'],
  ['VITRINE_SMS_URL', 'http://sms.example.org', 'https://'],
  ['VITRINE_SMS_URL', 'ftp://sms.example.org', 'https://'],
  ['VITRINE_SMS_TOKEN', 'a\nb', 'bearer token'],
  ['VITRINE_ANCHOR', 'anchor.log', 'the full path, from / on, of a file'],
  ['VITRINE_BREACHED_PASSWORDS', './list', 'the full path, from / on, of a file of sorted SHA-1 hashes'],
  ['VITRINE_SIGNER', 'signer/socket', 'the full path, from / on, of the unix socket'],
  ['VITRINE_TEST_CLOCK', 'clock', 'the full path, from / on, of the unix socket'],
  ['VITRINE_ANCHOR', 'http://anchor.example.org/head', 'https:// address'],
  ['VITRINE_ANCHOR', 'https://name:word@anchor.example.org/head', 'without user and password'],
  ['VITRINE_ANCHOR_TOKEN', 'a b', 'bearer token'],
  ['VITRINE_LOG', 'loud', 'fatal, error'],
])('%s=%s is refused with what is allowed (design §9)', (name, value, allowed) => {
  const message = refusal({ [name]: value });
  expect(message).toContain(`${name}: `);
  expect(message).toContain(allowed);
});

test('all wrong variables are named at once, an unknown one with the nearest name (design §9)', () => {
  const message = refusal({ PORT: 'x', VITRINE_MODE: 'y', VITRINE_PRICE: 'simulated' });
  expect(message).toContain('PORT: ');
  expect(message).toContain('VITRINE_MODE: ');
  expect(message).toContain('VITRINE_PRICE: no setting has this name; did you mean VITRINE_PRICES?');
});

test('no message holds a password (design §9)', () => {
  expect(refusal({ VITRINE_DATABASE_URL: 'mysql://me:secret@host/x' })).not.toContain('secret');
  expect(withoutPassword('postgres://me:secret@host/x')).toBe('postgres://me:…@host/x');
  expect(withoutPassword('no connection to postgres://me:p@ss@w0rd@host:1/x, wait')).toBe(
    'no connection to postgres://me:…@host:1/x, wait',
  );
});

test('chains are read by network; a practice exchange refuses those of real money', () => {
  const contract = `0x${'ab'.repeat(20)}`;
  const { custody } = readSettings({
    VITRINE_EVM_URL: 'http://127.0.0.1:8545',
    VITRINE_EVM_CHAIN_ID: '31337',
    VITRINE_EVM_TOKENS: `USDT=${contract},USDC=${contract}`,
    VITRINE_COLD: `ethereum=${contract}`,
    VITRINE_PRACTICE_BLOCK: '250',
    VITRINE_EVM_FINALITY: 'finalized',
  });
  expect(custody).toEqual({
    practiceBlock: 250,
    ethereum: {
      url: 'http://127.0.0.1:8545',
      chainId: 31_337,
      finality: true,
      tokens: { USDT: contract, USDC: contract },
    },
    cold: { ethereum: contract },
  });
  const main = { VITRINE_EVM_URL: 'https://node.example.org', VITRINE_EVM_CHAIN_ID: '1' };
  expect(() => readSettings(main)).toThrow(/VITRINE_EVM_CHAIN_ID: allowed in practice mode/);
  const bitcoin = { VITRINE_BITCOIN_URL: 'https://name:secret@node.example.org', VITRINE_BITCOIN_NETWORK: 'main' };
  expect(() => readSettings(bitcoin)).toThrow(/VITRINE_BITCOIN_NETWORK: allowed in practice mode/);
});

test.each([
  ['VITRINE_EVM_URL', 'http://node.example.org'],
  ['VITRINE_EVM_CHAIN_ID', 'mainnet'],
  ['VITRINE_EVM_TOKENS', 'USDT=0x12'],
  ['VITRINE_EVM_TOKENS', 'WETH=0x0000000000000000000000000000000000000001'],
  ['VITRINE_PRACTICE_BLOCK', '5'],
  ['VITRINE_REGISTRATION_WORK', '27'],
  ['VITRINE_REGISTRATION_WORK', '-1'],
  ['VITRINE_TRADE_MONTHS', '1201'],
  ['VITRINE_TRADE_MONTHS', 'all'],
  ['VITRINE_BITCOIN_NETWORK', 'mainnet'],
  ['VITRINE_BITCOIN_BIRTHDAY', '-1'],
  ['VITRINE_BITCOIN_BIRTHDAY', 'newest'],
  ['VITRINE_COLD', 'dogecoin=abc'],
  ['VITRINE_SIGNER', 'localhost:1234'],
])('%s of %s is refused', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(name);
});

test('issue 14: bitcoin is read from a block that the operator names', () => {
  const node = { VITRINE_BITCOIN_URL: 'http://127.0.0.1:8332' };
  expect(readSettings(node).custody.bitcoin).toEqual({ url: node.VITRINE_BITCOIN_URL, network: 'regtest' });
  expect(readSettings({ ...node, VITRINE_BITCOIN_BIRTHDAY: '840000' }).custody.bitcoin).toMatchObject({
    birthday: 840_000,
  });
});

test('public trades are kept by whole months, or all (issue 15 B)', () => {
  expect(readSettings({ VITRINE_TRADE_MONTHS: '0' }).tradeMonths).toBe(0);
});

test('the proof of work of a registration is a number of bits (issue 15 A.7)', () => {
  expect(readSettings({ VITRINE_REGISTRATION_WORK: '20' }).registrationWork).toBe(20);
});
