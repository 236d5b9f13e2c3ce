// All environment variables in one table: allowed values, default, and parsed type.

import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { callNames, callOf, DEFAULT_PREFIX, WORK_BITS_MOST } from '@vitrine/contract';
import { z } from 'zod';
import { bearerToken, isLoopback, isSafeUrl, mailFrom, smsUrl, smtpUrl, urlOf } from './services.ts';
import { SESSION_LIFE, TOKEN_LIVES } from './token-lives.ts';

/** A hundred years. */
const MOST_TRADE_MONTHS = 1_200;

const port = (name: string, standard: number) =>
  z
    .string()
    .default(String(standard))
    .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, {
      error: 'a port number from 0 (any free one) to 65535',
    })
    .transform(Number)
    .describe(name);

const postgresUrl = (what: string) =>
  z
    .string()
    .refine((text) => /^postgres(ql)?:\/\/\S+$/.test(text), {
      error: 'postgres://user:password@host:port/database',
    })
    .optional()
    .describe(what);

const origin = z
  .string()
  .refine((text) => text.split(',').every((one) => /^https?:\/\/[^/\s,]+$/.test(one.trim())), {
    error: 'one or more addresses as https://name or http://name:port, without a path, separated by commas',
  })
  .transform((text) => text.split(',').map((one) => one.trim().toLowerCase()))
  .optional();

/** Whether a text is an address, or a network as address/bits. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

const networks = z
  .string()
  .default('')
  .transform((text) => (text === '' ? [] : text.split(',').map((one) => one.trim())))
  .refine((all) => all.every(isNetwork), {
    error: 'addresses or networks of your proxies, as 10.0.0.5 or 10.0.0.0/8, separated by commas',
  });

const FULL_PATH = 'the full path, from / on,';
/** Checks for a path of visible characters, at most `most` after the first. */
function isFullPath(most: number): (text: string) => boolean {
  return (text) => text.length <= most + 1 && /^\/[!-~]+$/.test(text);
}

/** Price source. */
export type PriceSource = { readonly kind: 'simulated' } | { readonly kind: 'replay'; readonly folder: string };

const prices = z
  .string()
  .default('simulated')
  .transform((text, context): PriceSource => {
    if (text === 'simulated') return { kind: 'simulated' };
    const folder = /^replay:(.+)$/.exec(text)?.[1];
    if (folder !== undefined) return { kind: 'replay', folder: resolve(folder) };
    context.addIssue(
      text === 'live'
        ? { code: 'custom', message: 'simulated, or replay:FOLDER (live feeds are not built in this release)' }
        : { code: 'custom', message: 'simulated, or replay:FOLDER with a folder of recorded candles' },
    );
    return z.NEVER;
  });

const nodeUrl = z
  .string()
  .refine(
    (text) => {
      const url = urlOf(text);
      return url !== undefined && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)));
    },
    { error: 'an https:// address of the node (http:// only on this same machine)' },
  )
  .optional();

const CONTRACT = /^0x[0-9a-fA-F]{40}$/;
/** Coins that a chain's own coin cannot be. */
const TOKENS = ['USDT', 'USDC'];

const tokens = z
  .string()
  .default('')
  .transform((text) => (text === '' ? [] : text.split(',').map((one) => one.trim().split('='))))
  .refine((all) => all.every(([coin = '', contract = '']) => TOKENS.includes(coin) && CONTRACT.test(contract)), {
    error: 'contracts as USDT=0x…,USDC=0x…',
  })
  .transform((all): Readonly<Record<string, string>> => Object.fromEntries(all));

const COLD = /^(practice|ethereum|bitcoin)=[!-~]{10,128}$/;

const cold = z
  .string()
  .default('')
  .transform((text) => (text === '' ? [] : text.split(',').map((one) => one.trim())))
  .refine((all) => all.every((one) => COLD.test(one)), {
    error: 'addresses by network, as ethereum=0x…,bitcoin=bc1…',
  })
  .transform((all): Readonly<Record<string, string>> => Object.fromEntries(all.map((one) => one.split('='))));

/** First path segments that calls already use. As a prefix they would put two calls at one path. */
const TAKEN = new Set(callNames.map((name) => callOf(name).path.split('/')[2] ?? ''));

const pathPrefix = (what: string) =>
  z
    .string()
    .default(DEFAULT_PREFIX)
    .refine((text) => /^[a-z0-9][a-z0-9-]{0,31}$/.test(text) && !TAKEN.has(text), {
      error: `1 to 32 small letters, digits and -, and none of ${[...TAKEN].filter((word) => !word.startsWith('{')).join(', ')}`,
    })
    .describe(what);

/** A cookie's life in seconds between two bounds. */
const life = (what: string, standard: number, least: number, most: number) =>
  z
    .string()
    .default(String(standard / 1_000))
    .refine((text) => /^\d{1,7}$/.test(text) && Number(text) >= least && Number(text) <= most, {
      error: `seconds from ${least} to ${most}`,
    })
    .transform(Number)
    .describe(what);
const LEAST_ACCESS = 60;
const MOST_ACCESS = 86_400;

/** Bounds of the practice chain's blocks, ms. */
const LEAST_BLOCK = 100;
const MOST_BLOCK = 600_000;
/** A test clock is at most a year ahead, ms. */
const MOST_AHEAD = 365 * 86_400_000;

/** The greatest replay speed factor. */
export const MAX_REPLAY_SPEED = 1_000;

/** Every variable, by its name in the environment. */
export const variables = z.object({
  PORT: port('Public port: pages, calls, sockets', 8080),
  DESK_PORT: port("The operators' desk and /metrics", 8081),
  VITRINE_HOST: z
    .string()
    .default('0.0.0.0')
    .refine((text) => /^[0-9a-zA-Z.:_-]+$/.test(text), { error: 'an address or a host name to listen on' })
    .describe('Address that PORT listens on'),
  VITRINE_DATA: z
    .string()
    .default('./data')
    .transform((text) => resolve(text))
    .describe('Data folder'),
  VITRINE_MODE: z
    .enum(['practice', 'live'], { error: 'practice or live' })
    .default('practice')
    .describe('practice: play money; live: real deposits'),
  VITRINE_ROLE: z
    .literal('all', { error: 'all (the roles core, edge, views and markets are not built in this release)' })
    .default('all')
    .describe('Which part of the exchange this process is'),
  VITRINE_DATABASE_URL: postgresUrl('Your PostgreSQL instead of the one in the data folder'),
  VITRINE_JOURNAL_URL: postgresUrl('A PostgreSQL of its own for the journal'),
  VITRINE_BUS_URL: z
    .undefined({ error: 'nothing: leave it out (a bus between processes is not built in this release)' })
    .optional()
    .describe('Reserved'),
  VITRINE_PRICES: prices.describe('Where prices come from'),
  VITRINE_REPLAY_SPEED: z
    .string()
    .default('1')
    .refine((text) => /^\d+(\.\d+)?$/.test(text) && Number(text) > 0 && Number(text) <= MAX_REPLAY_SPEED, {
      error: `a number above 0, at most ${MAX_REPLAY_SPEED}: how many times faster than recorded`,
    })
    .transform(Number)
    .describe('Pace of a replay'),
  VITRINE_REPLAY_NOISE: z
    .string()
    .default('1')
    .refine((text) => /^\d+(\.\d+)?$/.test(text) && Number(text) <= 1, {
      error: 'a number from 0 (every source says the recorded price) to 1 (the usual spread between sources)',
    })
    .transform(Number)
    .describe('Spread between the sources of a replay'),
  VITRINE_SEED: z
    .string()
    .refine((text) => /^[0-9a-f]{1,64}$/i.test(text), { error: '1 to 64 hexadecimal digits' })
    .transform((text) => text.toLowerCase())
    .optional()
    .describe("The price simulator's seed; without it one is drawn at the first start"),
  VITRINE_MASTER_KEY: z
    .string()
    .refine((text) => /^[0-9a-f]{64}$/i.test(text), { error: '64 hexadecimal digits' })
    .transform((text) => text.toLowerCase())
    .optional()
    .describe('Key that seals what is kept about people; without it one is drawn and kept in the data folder'),
  VITRINE_METRICS_TOKEN: z
    .string()
    .refine((text) => /^[!-~]{16,256}$/.test(text), { error: '16 to 256 visible characters' })
    .optional()
    .describe('What /metrics asks for (Authorization: Bearer) from elsewhere than this machine'),
  VITRINE_DESK_HOST: z
    .string()
    .default('127.0.0.1')
    .refine((text) => /^[0-9a-zA-Z.:_-]+$/.test(text), { error: 'an address or a host name to listen on' })
    .describe('Address that DESK_PORT listens on'),
  VITRINE_DESK_ORIGIN: origin.describe('Address or addresses of the desk'),
  VITRINE_ORIGIN: origin.describe('Public address or addresses'),
  VITRINE_HEAD: pathPrefix('Word of {head} in paths'),
  VITRINE_REQUEST_HEAD: pathPrefix('Word of {requestHead} in paths'),
  VITRINE_ACCESS_LIFE: life('Life of the access cookie', TOKEN_LIVES.access, LEAST_ACCESS, MOST_ACCESS),
  VITRINE_REFRESH_LIFE: life('Life of the refresh cookie', TOKEN_LIVES.refresh, LEAST_ACCESS, SESSION_LIFE / 1_000),
  VITRINE_TRUST_PROXY: networks.describe('Proxies whose X-Forwarded-For is believed'),
  VITRINE_SMTP_URL: smtpUrl.describe('Mail server for codes and notices'),
  VITRINE_MAIL_FROM: mailFrom.describe('Whom mails are from'),
  VITRINE_SMS_URL: smsUrl.describe('HTTP gateway for SMS'),
  VITRINE_SMS_TOKEN: bearerToken('gateway').describe('Bearer token of the SMS gateway'),
  VITRINE_REGISTRATION_WORK: z
    .string()
    .refine((text) => /^\d{1,2}$/.test(text) && Number(text) <= WORK_BITS_MOST, {
      error: `bits from 0 (no proof) to ${WORK_BITS_MOST}`,
    })
    .transform(Number)
    .optional()
    .describe('What a registration has to prove, in bits of a hash'),
  VITRINE_TRADE_MONTHS: z
    .string()
    .default('12')
    .refine((text) => /^\d{1,4}$/.test(text) && Number(text) <= MOST_TRADE_MONTHS, {
      error: `whole months from 0 (all) to ${MOST_TRADE_MONTHS}`,
    })
    .transform(Number)
    .describe('Months of public trades kept in SQL'),
  VITRINE_BREACHED_PASSWORDS: z
    .string()
    .refine(isFullPath(400), { error: `${FULL_PATH} of a file of sorted SHA-1 hashes` })
    .optional()
    .describe('Passwords known from breaches'),
  VITRINE_PRACTICE_TRADERS: z
    .enum(['on', 'off'], { error: 'on or off' })
    .optional()
    .describe('Whether simulated customers trade; practice mode only'),
  VITRINE_PRACTICE_BLOCK: z
    .string()
    .default('5000')
    .refine((text) => /^\d{3,6}$/.test(text) && Number(text) >= LEAST_BLOCK && Number(text) <= MOST_BLOCK, {
      error: `milliseconds from ${LEAST_BLOCK} to ${MOST_BLOCK}`,
    })
    .transform(Number)
    .describe('Time between blocks of the practice chain'),
  VITRINE_EVM_URL: nodeUrl.describe('JSON-RPC of an Ethereum node'),
  VITRINE_EVM_CHAIN_ID: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, { error: 'the chain id that the node must have' })
    .transform(Number)
    .optional()
    .describe('Chain id of that node'),
  VITRINE_EVM_FINALITY: z
    .enum(['depth', 'finalized'], { error: 'depth or finalized' })
    .default('depth')
    .describe('When a block there is final: by 12 confirmations, or also by the node’s `finalized`'),
  VITRINE_EVM_TOKENS: tokens.describe('Contracts of USDT and USDC there'),
  VITRINE_BITCOIN_URL: nodeUrl.describe('JSON-RPC of a Bitcoin node, with user and password'),
  VITRINE_BITCOIN_NETWORK: z
    .enum(['main', 'test', 'regtest'], { error: 'main, test or regtest' })
    .default('regtest')
    .describe('Network of that node'),
  VITRINE_BITCOIN_BIRTHDAY: z
    .string()
    .regex(/^\d{1,8}$/, { error: 'the number of a block' })
    .transform(Number)
    .optional()
    .describe('First block that is read there; without it the newest at the very first start'),
  VITRINE_COLD: cold.describe('Cold wallets by network'),
  VITRINE_SIGNER: z
    .string()
    .refine(isFullPath(100), { error: `${FULL_PATH} of the unix socket of a signer of yours` })
    .optional()
    .describe('A signer that runs by itself; without it one is started beside the exchange'),
  VITRINE_ANCHOR: z
    .string()
    .refine((text) => isFullPath(200)(text) || (text.length <= 2_000 && isSafeUrl(text)), {
      error: `${FULL_PATH} of a file, best on another machine, or an https:// address (http:// only on this same machine), without user and password`,
    })
    .optional()
    .describe('A file or web service that signed heads of the journal are added to'),
  VITRINE_ANCHOR_TOKEN: bearerToken('anchor').describe('Bearer token of an anchor that is a web service'),
  VITRINE_TEST_CLOCK: z
    .string()
    .refine(isFullPath(100), { error: `${FULL_PATH} of the unix socket that a test moves it by` })
    .optional()
    .describe('A clock that a test moves on; practice mode only'),
  VITRINE_TEST_CLOCK_AHEAD: z
    .string()
    .refine((text) => /^\d{1,11}$/.test(text) && Number(text) <= MOST_AHEAD, {
      error: `milliseconds from 0 to ${MOST_AHEAD}`,
    })
    .transform(Number)
    .optional()
    .describe('How far that clock is ahead from the start'),
  VITRINE_END_WITH_STDIN: z
    .enum(['0', '1'], { error: '0 or 1' })
    .default('0')
    .transform((text) => text === '1')
    .describe('Whether the exchange stops when its standard input ends'),
  VITRINE_LOG: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'fatal, error, warn, info, debug, trace or silent',
    })
    .default('info')
    .describe('Least level of the log'),
});
