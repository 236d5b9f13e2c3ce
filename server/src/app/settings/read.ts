// Reads the environment once; returns typed settings or reports what is wrong with which variable.

import type { Prefixes } from '@vitrine/contract';
import { type PriceSource, variables } from './schema.ts';
import { isLoopback, type MailSettings, type SmsSettings } from './services.ts';
import type { TokenLives } from './token-lives.ts';

/** Variables of our own tests, which an exchange started by them may find next to its settings. */
const TEST_NAMES = ['VITRINE_TEST_POSTGRES', 'VITRINE_TEST_PREPARED', 'VITRINE_TEST_RUNS', 'VITRINE_TEST_WATCHED'];
/** No message shows the values of these. */
const SECRET = [
  'VITRINE_MASTER_KEY',
  'VITRINE_DATABASE_URL',
  'VITRINE_JOURNAL_URL',
  'VITRINE_BITCOIN_URL',
  'VITRINE_EVM_URL',
  'VITRINE_SMTP_URL',
  'VITRINE_SMS_URL',
  'VITRINE_SMS_TOKEN',
  'VITRINE_METRICS_TOKEN',
  'VITRINE_ANCHOR',
  'VITRINE_ANCHOR_TOKEN',
];
/** Variables that are only valid together. */
const PAIRS = [
  ['VITRINE_SMTP_URL', 'VITRINE_MAIL_FROM'],
  ['VITRINE_SMS_URL', 'VITRINE_SMS_TOKEN'],
  ['VITRINE_EVM_URL', 'VITRINE_EVM_CHAIN_ID'],
] as const;
/** Default proof of work for a registration in live mode, bits: about a second on a phone. */
const LIVE_WORK = 18;
/** An exchange with real money uses the machine's clock. */
const PRACTICE_ONLY = ['VITRINE_TEST_CLOCK', 'VITRINE_TEST_CLOCK_AHEAD'] as const;

/** Where signed heads of the journal are kept: path of a file, or URL of a web service with its bearer token. */
export interface AnchorPlace {
  readonly place: string;
  readonly token?: string | undefined;
}

/** The settings of this process. Plain data that other threads can receive. */
export interface Settings {
  readonly port: number;
  readonly deskPort: number;
  /** Address that the public port listens on. */
  readonly host: string;
  /** Address that the desk's port listens on. */
  readonly deskHost: string;
  /** Token for /metrics from other machines; without it only this machine can read them. */
  readonly metricsToken?: string;
  /** Origins of the desk, as `origins`. */
  readonly deskOrigins: readonly string[];
  /** Absolute. */
  readonly dataFolder: string;
  readonly mode: 'practice' | 'live';
  readonly role: 'all';
  /** URL of an external PostgreSQL; without it the embedded one in the data folder. */
  readonly databaseUrl?: string;
  /** URL of the journal's own PostgreSQL; without it the main one. */
  readonly journalUrl?: string;
  readonly prices: PriceSource;
  /** Factor on the recorded speed. */
  readonly replaySpeed: number;
  /** Fraction of the usual spread between sources that a replay has, 0 to 1. */
  readonly replayNoise: number;
  /** Hex, lower case. Without it: generated at the first start and kept in the data folder. */
  readonly seed?: string;
  /** Hex. Without it: generated at the first start and kept in the data folder. */
  readonly masterKey?: string;
  /** The exchange's own origins, without a trailing slash, lower case. */
  readonly origins: readonly string[];
  /** Addresses and networks (address/bits) of proxies whose forwarded addresses are trusted; empty: none. */
  readonly trustedProxies: readonly string[];
  /** Values of `{head}` and `{requestHead}` in paths. */
  readonly prefixes: Prefixes;
  /** How long tokens and their cookies live, ms. */
  readonly tokenLives: TokenLives;
  /** Without it no mail is sent. */
  readonly mail?: MailSettings;
  /** Without it no SMS is sent. */
  readonly sms?: SmsSettings;
  /** Proof of work for a registration, in bits of a hash; 0: none. */
  readonly registrationWork: number;
  /** Whole months of public trades kept in SQL besides the current one; 0: all. */
  readonly tradeMonths: number;
  /** File with hashes of passwords known from breaches; without it no check is made. */
  readonly breachedPasswords?: string;
  readonly custody: CustodySettings;
  /** Simulated customers trade; practice mode only. */
  readonly practiceTraders: boolean;
  /** A test clock that is advanced over a socket; practice mode only. */
  readonly testClock?: { readonly socket: string; readonly ahead: number };
  /** Stop when standard input ends, because the parent process has ended. */
  readonly endWithStdin: boolean;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
}

/** The chains for deposits and withdrawals, besides the practice chain of practice mode and the bank. */
export interface CustodySettings {
  /** Time between blocks of the practice chain, ms. */
  readonly practiceBlock: number;
  readonly ethereum?: {
    readonly url: string;
    readonly chainId: number;
    /** Contracts by coin. */
    readonly tokens: Readonly<Record<string, string>>;
    /** Whether a block is final only once the node says so, in addition to its depth. */
    readonly finality?: boolean;
  };
  readonly bitcoin?: {
    readonly url: string;
    readonly network: 'main' | 'test' | 'regtest';
    /** First block read for our outputs; counts at the very first start. */
    readonly birthday?: number;
  };
  /** Addresses by network. */
  readonly cold: Readonly<Record<string, string>>;
  /** Socket of an external signer; without it one is started as a child process. */
  readonly signer?: string;
  /** Without it a file in the data folder. */
  readonly anchor?: AnchorPlace;
}

/** One or more variables are wrong; the message names each with its value and what is allowed. */
export class SettingsError extends Error {
  /** The wrong variables. */
  readonly names: readonly string[];

  constructor(problems: readonly { readonly name: string; readonly text: string }[]) {
    super(
      ['Settings are wrong:', ...problems.map(({ text }) => `  ${text}`), 'See docs/operate/settings.md.'].join('\n'),
    );
    this.name = 'SettingsError';
    this.names = problems.map(({ name }) => name);
  }
}

/** Hides the password of a URL, so that no message or log line contains it. */
export function withoutPassword(text: string): string {
  return text.replace(/(\/\/[^:/@\s]*):\S*@/g, '$1:…@');
}

/**
 * Reads the settings from an environment. An empty variable counts as absent.
 * @throws {SettingsError} naming all wrong or unknown variables at once.
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const problems: { name: string; text: string }[] = [];
  const known = new Set<string>(Object.keys(variables.shape));
  for (const name of Object.keys(given)) {
    if (!name.startsWith('VITRINE_') || TEST_NAMES.includes(name) || known.has(name)) continue;
    problems.push({ name, text: `${name}: no setting has this name; did you mean ${nearest(name, [...known])}?` });
  }

  const read = variables.safeParse(given);
  if (!read.success) {
    for (const issue of read.error.issues) {
      const name = String(issue.path[0]);
      const held = SECRET.includes(name) ? '…' : withoutPassword(String(given[name] ?? ''));
      problems.push({ name, text: `${name}: allowed is ${issue.message}; it holds "${held}"` });
    }
    throw new SettingsError(problems);
  }

  const values = read.data;
  if (values.VITRINE_MODE === 'live') {
    problems.push({
      name: 'VITRINE_MODE',
      text: 'VITRINE_MODE: live needs VITRINE_PRICES=live, which is not built in this release; simulated and replayed prices are refused in live mode. Allowed now is practice; it holds "live"',
    });
  }
  if (values.VITRINE_MODE === 'live') problems.push(...plainIn(values));
  for (const name of PRACTICE_ONLY)
    if (values.VITRINE_MODE === 'live' && values[name] !== undefined)
      problems.push({ name, text: `${name}: live mode has the machine's clock; leave it out` });
  if (values.VITRINE_MODE === 'live' && values.VITRINE_PRACTICE_TRADERS === 'on')
    problems.push({
      name: 'VITRINE_PRACTICE_TRADERS',
      text: 'VITRINE_PRACTICE_TRADERS: allowed in live mode is off: practice traders have play money; it holds "on"',
    });
  if (values.VITRINE_TEST_CLOCK_AHEAD !== undefined && values.VITRINE_TEST_CLOCK === undefined)
    problems.push({
      name: 'VITRINE_TEST_CLOCK',
      text: 'VITRINE_TEST_CLOCK: needed where VITRINE_TEST_CLOCK_AHEAD is set',
    });
  if (values.VITRINE_ANCHOR_TOKEN !== undefined && values.VITRINE_ANCHOR?.startsWith('http') !== true)
    problems.push({
      name: 'VITRINE_ANCHOR',
      text: 'VITRINE_ANCHOR: an address is needed where VITRINE_ANCHOR_TOKEN is set',
    });
  const shared = values.VITRINE_DESK_ORIGIN?.find((one) => values.VITRINE_ORIGIN?.includes(one) === true);
  if (shared !== undefined) {
    problems.push({
      name: 'VITRINE_DESK_ORIGIN',
      text: `VITRINE_DESK_ORIGIN: allowed are other addresses than those of VITRINE_ORIGIN; both hold "${shared}"`,
    });
  }
  if (values.VITRINE_REFRESH_LIFE < values.VITRINE_ACCESS_LIFE)
    problems.push({
      name: 'VITRINE_REFRESH_LIFE',
      text: `VITRINE_REFRESH_LIFE: allowed is at least VITRINE_ACCESS_LIFE, ${values.VITRINE_ACCESS_LIFE}; it holds "${values.VITRINE_REFRESH_LIFE}"`,
    });
  if (values.PORT !== 0 && values.PORT === values.DESK_PORT) {
    problems.push({
      name: 'DESK_PORT',
      text: `DESK_PORT: allowed is another port than PORT; both hold "${values.PORT}"`,
    });
  }
  for (const [one, other] of PAIRS)
    for (const [name, missing] of [
      [one, other],
      [other, one],
    ] as const)
      if (values[name] !== undefined && values[missing] === undefined)
        problems.push({ name: missing, text: `${missing}: needed where ${name} is set` });
  // Play money and real coins never mix: a practice exchange accepts only local and test chains.
  for (const name of MAIN_CHAINS.filter((one) => isMain(one, values)))
    if (values.VITRINE_MODE === 'practice')
      problems.push({
        name,
        text: `${name}: allowed in practice mode is a local or test chain; it holds "${values[name]}"`,
      });
  if (problems.length > 0) throw new SettingsError(problems);

  const { VITRINE_SMTP_URL: server, VITRINE_MAIL_FROM: from, VITRINE_SMS_URL: url, VITRINE_SMS_TOKEN: token } = values;
  return {
    port: values.PORT,
    deskPort: values.DESK_PORT,
    host: oneAddress(values.VITRINE_HOST),
    deskHost: oneAddress(values.VITRINE_DESK_HOST),
    ...(values.VITRINE_METRICS_TOKEN === undefined ? {} : { metricsToken: values.VITRINE_METRICS_TOKEN }),
    deskOrigins: values.VITRINE_DESK_ORIGIN ?? [
      `http://localhost:${values.DESK_PORT}`,
      `http://127.0.0.1:${values.DESK_PORT}`,
    ],
    dataFolder: values.VITRINE_DATA,
    mode: values.VITRINE_MODE,
    role: values.VITRINE_ROLE,
    ...(values.VITRINE_DATABASE_URL === undefined ? {} : { databaseUrl: values.VITRINE_DATABASE_URL }),
    ...(values.VITRINE_JOURNAL_URL === undefined ? {} : { journalUrl: values.VITRINE_JOURNAL_URL }),
    prices: values.VITRINE_PRICES,
    replaySpeed: values.VITRINE_REPLAY_SPEED,
    replayNoise: values.VITRINE_REPLAY_NOISE,
    ...(values.VITRINE_SEED === undefined ? {} : { seed: values.VITRINE_SEED }),
    ...(values.VITRINE_MASTER_KEY === undefined ? {} : { masterKey: values.VITRINE_MASTER_KEY }),
    registrationWork: values.VITRINE_REGISTRATION_WORK ?? (values.VITRINE_MODE === 'live' ? LIVE_WORK : 0),
    tradeMonths: values.VITRINE_TRADE_MONTHS,
    ...(values.VITRINE_BREACHED_PASSWORDS === undefined
      ? {}
      : { breachedPasswords: values.VITRINE_BREACHED_PASSWORDS }),
    origins: values.VITRINE_ORIGIN ?? [`http://localhost:${values.PORT}`, `http://127.0.0.1:${values.PORT}`],
    trustedProxies: values.VITRINE_TRUST_PROXY,
    prefixes: { head: values.VITRINE_HEAD, requestHead: values.VITRINE_REQUEST_HEAD },
    tokenLives: { access: values.VITRINE_ACCESS_LIFE * 1_000, refresh: values.VITRINE_REFRESH_LIFE * 1_000 },
    ...(server === undefined || from === undefined ? {} : { mail: { ...server, from } }),
    ...(url === undefined || token === undefined ? {} : { sms: { url, token } }),
    custody: custodyOf(values),
    practiceTraders: practiceTraders(values),
    ...(values.VITRINE_TEST_CLOCK === undefined
      ? {}
      : { testClock: { socket: values.VITRINE_TEST_CLOCK, ahead: values.VITRINE_TEST_CLOCK_AHEAD ?? 0 } }),
    endWithStdin: values.VITRINE_END_WITH_STDIN,
    logLevel: values.VITRINE_LOG,
  };
}

type Values = ReturnType<typeof variables.parse>;

/** On where people try the exchange. A test that moves the clock has its markets to itself unless it asks for them. */
function practiceTraders(values: Values): boolean {
  const { VITRINE_PRACTICE_TRADERS: asked, VITRINE_MODE: mode, VITRINE_TEST_CLOCK: tested } = values;
  return asked === undefined ? mode === 'practice' && tested === undefined : asked === 'on';
}

/** Of `localhost` its first address: a second listener for the other one would count no connections. */
function oneAddress(host: string): string {
  return host.toLowerCase() === 'localhost' ? '127.0.0.1' : host;
}

/** What of live mode would go over a network in the clear, or put two pages into one host's cookies. */
function plainIn(values: Values): { name: string; text: string }[] {
  const problems: { name: string; text: string }[] = [];
  const wrong = (name: string, allowed: string): void =>
    void problems.push({ name, text: `${name}: allowed in live mode ${allowed}` });
  const urls = (all: readonly string[]) => all.map((one) => URL.parse(one) ?? new URL('http://unreadable'));
  const own = urls(values.VITRINE_ORIGIN ?? ['http://localhost']);
  // Without the setting the desk is only on this machine.
  const desk = urls(values.VITRINE_DESK_ORIGIN ?? []);
  if (own.some(({ protocol }) => protocol !== 'https:')) wrong('VITRINE_ORIGIN', 'are addresses with https://');
  if (desk.some(({ protocol, hostname }) => protocol !== 'https:' && !isLoopback(hostname)))
    wrong('VITRINE_DESK_ORIGIN', 'are addresses with https:// (http:// only on this same machine)');
  if (desk.some(({ hostname }) => own.some((one) => one.hostname === hostname)))
    wrong('VITRINE_DESK_ORIGIN', 'are host names other than those of VITRINE_ORIGIN');
  for (const name of ['VITRINE_DATABASE_URL', 'VITRINE_JOURNAL_URL'] as const) {
    const text = values[name];
    if (text !== undefined && !isSafeDatabase(text))
      wrong(name, 'is a database on this same machine, or one with ?sslmode=verify-full');
  }
  return problems;
}

/** Whether a database is on this machine, or its certificate is checked. */
function isSafeDatabase(text: string): boolean {
  const url = URL.parse(text);
  if (url === null) return false;
  const { hostname, searchParams } = url;
  // The driver prefers a host in the query over that of the address.
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  return host.startsWith('/') || isLoopback(host) || searchParams.get('sslmode') === 'verify-full';
}

/** Variables that may name a chain of real money. */
const MAIN_CHAINS = ['VITRINE_EVM_CHAIN_ID', 'VITRINE_BITCOIN_NETWORK'] as const;
/** Chain ids of public main networks that hold real money. */
const MAIN_IDS = [1, 10, 56, 137, 8_453, 42_161, 43_114];

function isMain(name: (typeof MAIN_CHAINS)[number], values: Values): boolean {
  return name === 'VITRINE_EVM_CHAIN_ID'
    ? MAIN_IDS.includes(values[name] ?? 0)
    : values.VITRINE_BITCOIN_URL !== undefined && values[name] === 'main';
}

function custodyOf(values: Values): CustodySettings {
  const { VITRINE_EVM_URL: evm, VITRINE_EVM_CHAIN_ID: chainId, VITRINE_BITCOIN_URL: bitcoin } = values;
  const birthday = values.VITRINE_BITCOIN_BIRTHDAY;
  return {
    practiceBlock: values.VITRINE_PRACTICE_BLOCK,
    ...(evm === undefined || chainId === undefined
      ? {}
      : {
          ethereum: {
            ...{ url: evm, chainId, tokens: values.VITRINE_EVM_TOKENS },
            finality: values.VITRINE_EVM_FINALITY === 'finalized',
          },
        }),
    ...(bitcoin === undefined
      ? {}
      : {
          bitcoin: {
            ...{ url: bitcoin, network: values.VITRINE_BITCOIN_NETWORK },
            ...(birthday === undefined ? {} : { birthday }),
          },
        }),
    cold: values.VITRINE_COLD,
    ...(values.VITRINE_SIGNER === undefined ? {} : { signer: values.VITRINE_SIGNER }),
    ...(values.VITRINE_ANCHOR === undefined
      ? {}
      : { anchor: { place: values.VITRINE_ANCHOR, token: values.VITRINE_ANCHOR_TOKEN } }),
  };
}

/** The variable name that shares the most letter pairs with a misspelt one. */
function nearest(name: string, names: readonly string[]): string {
  const pairs = (text: string) => new Set(Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2)));
  const wanted = pairs(name);
  const shared = (other: string) => [...pairs(other)].filter((pair) => wanted.has(pair)).length / other.length;
  return names.toSorted((a, b) => shared(b) - shared(a) || (a < b ? -1 : 1))[0] ?? 'PORT';
}
