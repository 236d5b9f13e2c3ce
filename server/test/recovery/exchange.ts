// A whole exchange in a process of its own, for tests of restoring and of kills, and a customer's calls to it.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { hashPassword, makeKey } from '@vitrine/contract';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
/** How long anything that is waited for may take, ms. */
export const PATIENCE = 240_000;
const PAUSE = 50;
/** How long one call may take, ms. */
const CALL_TIMEOUT = 20_000;
/** The end of what an exchange prints is kept, characters. */
const MOST_SAID = 100_000;

export interface Answer {
  readonly code: number;
  readonly data: Readonly<Record<string, unknown>>;
}
export interface Person {
  readonly id: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
}
export interface Ports {
  readonly port: number;
  readonly desk: number;
}

/** The environment without settings of a test run, which an exchange would refuse. */
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITRINE_')));

/** One exchange on a data folder. */
export class Exchange {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  said = '';

  /** Starts it; `ready` waits for it. */
  constructor(data: string, { port, desk }: Ports, settings: NodeJS.ProcessEnv = {}) {
    this.url = `http://127.0.0.1:${port}`;
    this.#child = spawn(process.execPath, [MAIN], {
      // The pipe closes when the test run ends, also when it is killed: the exchange then ends too.
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        ...environment(),
        ...{ PORT: String(port), DESK_PORT: String(desk), VITRINE_HOST: '127.0.0.1', VITRINE_DATA: data },
        ...{ VITRINE_SEED: '5eed', VITRINE_PRACTICE_BLOCK: '400', VITRINE_END_WITH_STDIN: '1' },
        VITRINE_PRACTICE_TRADERS: 'off',
        ...{ NODE_NO_WARNINGS: '1', ...settings },
      },
    });
    this.#ended = once(this.#child, 'exit');
    for (const out of [this.#child.stdout, this.#child.stderr])
      out?.on('data', (part: Buffer) => (this.said = (this.said + part.toString()).slice(-MOST_SAID)));
  }

  /** Started; ready, or ended with what it says. */
  static async on(data: string): Promise<Exchange> {
    const exchange = new Exchange(data, await freePorts());
    await exchange.ready();
    return exchange;
  }

  /** Waits until it takes orders or has ended. */
  async ready(): Promise<void> {
    await until('it is ready or ends', async () => {
      if (this.ended) return true;
      const answer = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(CALL_TIMEOUT) }).catch(
        () => undefined,
      );
      return answer?.status === 200;
    });
  }

  get ended(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /** Resolves when it has ended by itself. */
  async end(): Promise<void> {
    await this.#ended;
  }

  /** `kill -9`. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async #end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (!this.ended) this.#child.kill(signal);
    await this.#ended;
  }

  /** A call; another `key` than a new one asks for what was asked under it before. @throws when no answer comes. */
  async call(
    path: string,
    body: object,
    of?: Pick<Person, 'headers'>,
    key = newKey(),
  ): Promise<Answer & { readonly cookies: string[] }> {
    const headers = {
      ...{ origin: this.url, 'content-type': 'application/json' },
      ...of?.headers,
      'idempotency-key': key,
    };
    const signal = AbortSignal.timeout(CALL_TIMEOUT);
    const answer = await fetch(this.url + path, { method: 'POST', headers, body: JSON.stringify(body), signal });
    return { ...((await answer.json()) as Answer), cookies: answer.headers.getSetCookie() };
  }

  /** A customer with a deposit address, behind an address of the network of its own where that is given. */
  async customer(account: string, from?: string): Promise<Person> {
    const hash = hashPassword('Glass-and-ink7');
    const behind = from === undefined ? {} : { 'x-forwarded-for': from };
    const settings = await this.call('/api/common/getAllSetting', {}, { headers: behind });
    const { termsVersion } = settings.data['platformConfig'] as { readonly termsVersion: string };
    const made = await this.call(
      '/api/user/register',
      { type: 1, account, password: hash, confirmPassword: hash, terms: termsVersion },
      { headers: behind },
    );
    if (made.code !== 200) throw new Error(`expected ${account} to be registered, got ${JSON.stringify(made)}`);
    const cookie = made.cookies.map((one) => one.split(';')[0]).join('; ');
    const headers = { ...behind, cookie, satoken: String(made.data['satoken']) };
    const got = await fetch(`${this.url}/api/v1/coin/assets/getDepositAddress/USDT?network=practice`, {
      headers: { origin: this.url, ...headers },
    });
    const { data } = (await got.json()) as Answer;
    return { id: String(made.data['id']), headers, address: String(data['address']) };
  }

  /** Pays from the wallet outside, and waits until the payment is credited. */
  async deposit(of: Person, amount: string): Promise<void> {
    const sent = await this.call('/api/practice/send', { coin: 'USDT', address: of.address, amount }, of);
    if (sent.code !== 200) throw new Error(`expected the payment to be sent, got ${JSON.stringify(sent)}`);
    await until('the deposit is credited', async () => (await this.deposits(of)).includes(`credited ${amount}`));
  }

  async deposits(of: Person): Promise<string[]> {
    const { data } = await this.call('/api/v1/coin/assets/getRechargeLog', {}, of);
    const records = data['records'] as readonly { readonly stage: string; readonly amount: string }[];
    return records.map(({ stage, amount }) => `${stage} ${Number(amount)}`);
  }
}

export const newKey = (): string => makeKey(Date.now(), randomBytes(10));

export async function freePorts(): Promise<Ports> {
  const [port, desk] = [await freePort(), await freePort()];
  return { port, desk };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export async function until(what: string, check: () => Promise<boolean>, patience = PATIENCE): Promise<void> {
  for (const end = performance.now() + patience; performance.now() < end;) {
    if (await check()) return;
    await sleep(PAUSE);
  }
  throw new Error(`expected within ${patience} ms: ${what}`);
}

/** Runs a program of `server/bin` on a data folder and gives what it printed. */
export function runProgram(
  name: 'restore' | 'verify',
  data: string,
  patience = PATIENCE,
): Promise<{ readonly code: number; readonly out: string }> {
  const file = fileURLToPath(new URL(`../../bin/${name}.ts`, import.meta.url));
  return new Promise((resolve) => {
    const env = { ...environment(), NODE_NO_WARNINGS: '1' };
    execFile(process.execPath, [file, data], { env, timeout: patience }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), out: stdout + stderr }),
    );
  });
}
