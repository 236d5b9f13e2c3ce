// The one table of environment variables: what each allows, its default, and what it becomes.

import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';

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

/** Where prices come from. */
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

/** The greatest factor a replay runs at. */
export const MAX_REPLAY_SPEED = 1_000;

/** Every variable, by its name in the environment. */
export const variables = z.object({
  PORT: port('Public port: pages, calls, sockets', 8080),
  DESK_PORT: port("The operators' desk and /metrics, on the loopback address", 8081),
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
  VITRINE_ORIGIN: origin.describe('Public address or addresses'),
  VITRINE_TRUST_PROXY: networks.describe('Proxies whose X-Forwarded-For is believed'),
  VITRINE_LOG: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'fatal, error, warn, info, debug, trace or silent',
    })
    .default('info')
    .describe('Least level of the log'),
});
