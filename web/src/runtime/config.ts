// The server's configuration for the page: mode, prefixes, addresses, limits. Read once from /platform/dev/config.js.

export interface RuntimeConfig {
  readonly mode: 'practice' | 'live';
  /** The two words in paths: `/api/{head}/…`, `/api/{requestHead}/coin/…`. */
  readonly head: string;
  readonly requestHead: string;
  /** Origins of the sockets and of MQTT; empty for the page's own. */
  readonly socket: string;
  readonly mqtt: string;
  /** Age at which a session is refreshed, milliseconds. */
  readonly tokenAgeLimit: number;
  /** Check interval of that age, milliseconds. */
  readonly refreshCheck: number;
  /** Timeout of a read, milliseconds. */
  readonly requestTimeout: number;
  /** Polling interval of exchange rates, milliseconds. */
  readonly exchangeInterval: number;
  /** Timeout of a page's own files, milliseconds; after that the page offers a reload. */
  readonly chunkTimeout: number;
  /** Public key for encrypting withdrawals; undefined: withdrawals are off. */
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

/** The defaults, until the server's configuration is loaded or if it is missing. */
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

/** The current configuration; the defaults before `loadConfig`. */
export function runtimeConfig(): RuntimeConfig {
  return present;
}

/** Reads `window.VITRINE`, field by field; a missing or invalid field keeps its default. */
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

/** Only the public members of the key; undefined if it is not a point of P-256. */
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

/** Loads the configuration by a script element with a timestamp query; if that fails or is slow, the defaults stay. */
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
