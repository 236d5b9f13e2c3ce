// What the server tells the page at its start: mode, prefixes, addresses, limits. Read once from /platform/dev/config.js.

export interface RuntimeConfig {
  readonly mode: 'practice' | 'live';
  /** The two words in paths: `/api/{head}/…`, `/api/{requestHead}/coin/…`. */
  readonly head: string;
  readonly requestHead: string;
  /** Origins of the sockets and of MQTT; empty for the page's own. */
  readonly socket: string;
  readonly mqtt: string;
  /** Age from which a session is refreshed, milliseconds. */
  readonly tokenAgeLimit: number;
  /** How often the age is looked at, milliseconds. */
  readonly refreshCheck: number;
  /** Longest wait for a read, milliseconds. */
  readonly requestTimeout: number;
  /** How often exchange rates are asked for again, milliseconds. */
  readonly exchangeInterval: number;
  /** Longest wait for a page's own files, milliseconds; then the reader is offered a reload. */
  readonly chunkTimeout: number;
  /** Public key withdrawals are sealed to; undefined: none is taken. */
  readonly withdrawalKey: WithdrawalKey | undefined;
}

/** A point of P-256 as a JWK. */
export interface WithdrawalKey {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
  readonly kid?: string;
}

const minute = 60_000;

/** What holds until, or unless, the server says otherwise. */
export const defaultConfig: RuntimeConfig = {
  mode: 'practice',
  head: 'v1',
  requestHead: 'v1',
  socket: '',
  mqtt: '',
  tokenAgeLimit: 90 * minute,
  refreshCheck: 10_000,
  requestTimeout: 5 * minute,
  exchangeInterval: 5 * minute,
  chunkTimeout: 2 * minute,
  withdrawalKey: undefined,
};

const path = '/platform/dev/config.js';
/** After this the page starts with the defaults. */
const patience = 5_000;

let present: RuntimeConfig = defaultConfig;

/** The configuration now; the defaults before `loadConfig`. */
export function runtimeConfig(): RuntimeConfig {
  return present;
}

/** Reads `window.VITRINE`, field by field; a field missing or of another type keeps its default. */
export function readConfig(given: unknown, defaults: RuntimeConfig = defaultConfig): RuntimeConfig {
  const fields: Record<string, unknown> = typeof given === 'object' && given !== null ? { ...given } : {};
  const prefixes: Record<string, unknown> =
    typeof fields['prefixes'] === 'object' && fields['prefixes'] !== null ? { ...fields['prefixes'] } : {};
  const timeouts: Record<string, unknown> =
    typeof fields['timeouts'] === 'object' && fields['timeouts'] !== null ? { ...fields['timeouts'] } : {};
  const text = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);
  const number = (value: unknown, otherwise: number): number =>
    typeof value === 'number' && value > 0 ? value : otherwise;
  return {
    mode: fields['mode'] === 'live' ? 'live' : fields['mode'] === 'practice' ? 'practice' : defaults.mode,
    head: text(fields['head'] ?? prefixes['head'], defaults.head),
    requestHead: text(fields['requestHead'] ?? prefixes['requestHead'], defaults.requestHead),
    socket: text(fields['socket'], defaults.socket),
    mqtt: text(fields['mqtt'], defaults.mqtt),
    tokenAgeLimit: number(fields['tokenAgeLimit'], defaults.tokenAgeLimit),
    refreshCheck: number(fields['refreshCheck'] ?? timeouts['refreshCheck'], defaults.refreshCheck),
    requestTimeout: number(fields['requestTimeout'] ?? timeouts['request'], defaults.requestTimeout),
    exchangeInterval: number(timeouts['exchange'], defaults.exchangeInterval),
    chunkTimeout: number(timeouts['chunk'], defaults.chunkTimeout),
    withdrawalKey: readKey(fields['withdrawalKey']) ?? defaults.withdrawalKey,
  };
}

const COORDINATE = /^[0-9A-Za-z_-]{43}$/;

/** Only the public members of the key; undefined for anything else than a point of P-256. */
function readKey(given: unknown): WithdrawalKey | undefined {
  const { kty, crv, x, y, kid }: Record<string, unknown> =
    typeof given === 'object' && given !== null ? { ...given } : {};
  if (kty !== 'EC' || crv !== 'P-256' || typeof x !== 'string' || typeof y !== 'string') return undefined;
  if (!COORDINATE.test(x) || !COORDINATE.test(y)) return undefined;
  return { kty, crv, x, y, ...(typeof kid === 'string' && { kid }) };
}

declare global {
  interface Window {
    VITRINE?: unknown;
  }
}

/** Fetches the configuration by a script element with a timestamp query; a missing or slow one leaves the defaults. */
export async function loadConfig(): Promise<RuntimeConfig> {
  await new Promise<void>((resolve) => {
    const script = document.createElement('script');
    const done = (): void => resolve();
    script.src = `${path}?t=${Date.now()}`;
    script.addEventListener('load', done);
    script.addEventListener('error', done);
    setTimeout(done, patience);
    document.head.append(script);
  });
  present = readConfig(globalThis.window?.VITRINE);
  return present;
}
