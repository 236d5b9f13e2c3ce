// Issue 14, done-when 3: the restore drill of docs/recovery.md, with whole exchanges: an older database beside the newest
// signer folder, the newest database beside an older signer folder, and both older.

import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { hashPassword, makeKey } from '@vitrine/contract';
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const RESTORE = fileURLToPath(new URL('../../bin/restore.ts', import.meta.url));
/** How long anything that is waited for may take, ms. */
const PATIENCE = 240_000;
const PAUSE = 100;

interface Answer {
  readonly code: number;
  readonly data: Readonly<Record<string, unknown>>;
}
interface Person {
  readonly id: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** One exchange on a data folder. */
class Exchange {
  readonly #child: ChildProcess;
  readonly #url: string;
  said = '';

  private constructor(data: string, port: number, desk: number) {
    this.#url = `http://127.0.0.1:${port}`;
    this.#child = spawn(process.execPath, [PROGRAM], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ...{ PORT: String(port), DESK_PORT: String(desk), VITRINE_HOST: '127.0.0.1', VITRINE_DATA: data },
        ...{ VITRINE_SEED: '5eed', VITRINE_PRACTICE_BLOCK: '400', NODE_NO_WARNINGS: '1' },
      },
    });
    for (const out of [this.#child.stdout, this.#child.stderr])
      out?.on('data', (part: Buffer) => (this.said += part.toString()));
  }

  /** Started; ready, or ended with what it says. */
  static async on(data: string): Promise<Exchange> {
    const [port, desk] = [await freePort(), await freePort()];
    const exchange = new Exchange(data, port, desk);
    await until('it is ready or ends', async () => {
      if (exchange.ended) return true;
      const answer = await fetch(`${exchange.#url}/readyz`).catch(() => undefined);
      return answer?.status === 200;
    });
    return exchange;
  }

  get ended(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  async stop(): Promise<void> {
    if (this.ended) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
  }

  async call(path: string, body: object, of?: Pick<Person, 'headers'>): Promise<Answer & { cookies: string[] }> {
    const headers = {
      ...{ origin: this.#url, 'content-type': 'application/json' },
      ...of?.headers,
      'idempotency-key': makeKey(Date.now(), randomBytes(10)),
    };
    const answer = await fetch(this.#url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { ...((await answer.json()) as Answer), cookies: answer.headers.getSetCookie() };
  }

  /** A customer with practice money and a deposit address. */
  async customer(account: string): Promise<Person> {
    const hash = hashPassword('Glass-and-ink7');
    const settings = await this.call('/api/common/getAllSetting', {});
    const { termsVersion } = settings.data['platformConfig'] as { readonly termsVersion: string };
    const made = await this.call('/api/user/register', {
      ...{ type: 1, account, password: hash, confirmPassword: hash, terms: termsVersion },
    });
    if (made.code !== 200) throw new Error(`expected ${account} to be registered, got ${JSON.stringify(made)}`);
    const cookie = made.cookies.map((one) => one.split(';')[0]).join('; ');
    const headers = { cookie, satoken: String(made.data['satoken']) };
    const got = await fetch(`${this.#url}/api/v1/coin/assets/getDepositAddress/USDT?network=practice`, {
      headers: { origin: this.#url, ...headers },
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function until(what: string, check: () => Promise<boolean>): Promise<void> {
  for (let left = PATIENCE; left > 0; left -= PAUSE) {
    if (await check()) return;
    await sleep(PAUSE);
  }
  throw new Error(`expected within ${PATIENCE} ms: ${what}`);
}

/** `npm run restore -- DATA`. */
function restore(data: string): Promise<{ readonly code: number; readonly out: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, NODE_NO_WARNINGS: '1' };
    execFile(process.execPath, [RESTORE, data], { env, timeout: PATIENCE }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), out: stdout + stderr }),
    );
  });
}

let folder: string;
let first: Person;
let lost: Person;
let running: Exchange | undefined;
const place = (name: string) => join(folder, name);
/** As a backup is made: with the permissions of folders, which PostgreSQL looks at. */
const copy = (from: string, to: string) => execFileSync('cp', ['-a', place(from), place(to)]);
const begin = async (name: string): Promise<Exchange> => (running = await Exchange.on(place(name)));

async function prepare(): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-drill-'));
  let exchange = await begin('data');
  first = await exchange.customer('drilla');
  await exchange.deposit(first, '30');
  await exchange.stop();
  copy('data', 'older');
  exchange = await begin('data');
  lost = await exchange.customer('drillb');
  await exchange.deposit(lost, '50');
  // The head is marked each minute.
  const size = (): number => (existsSync(place('data/anchor.log')) ? statSync(place('data/anchor.log')).size : 0);
  const before = size();
  await until('the head is marked', () => Promise.resolve(size() > before));
  await exchange.stop();
}

/** After a restore: nothing that was given out is given to somebody else. */
async function goesOn(data: string): Promise<void> {
  const exchange = await begin(data);
  expect(exchange.ended, exchange.said).toBe(false);
  const next = await exchange.customer('drillc');
  expect(Number(next.id) - Number(lost.id)).toBeGreaterThan(10_000);
  expect(next.address).not.toBe(lost.address);
  expect(next.address).not.toBe(first.address);
  // Whoever pays to the address that was lost pays to nobody here.
  const sent = await exchange.call('/api/practice/send', { coin: 'USDT', address: lost.address, amount: '7' }, next);
  expect(sent.code).toBe(200);
  await exchange.deposit(next, '11');
  expect(await exchange.deposits(next)).toEqual(['credited 11']);
  await exchange.stop();
}

// Eight starts of an exchange and a minute's wait: `npm run test:deep -- long`.
describe.runIf(process.env['VITRINE_DEEP'] === '1')(
  'issue 14, done-when 3: the restore drill as docs/recovery.md says',
  () => {
    beforeAll(prepare, PATIENCE);
    afterEach(async () => running?.stop());
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    it(
      'an older database and the newest signer folder: refused by name, restored, goes on',
      async () => {
        copy('data', 'a');
        rmSync(place('a/postgres'), { recursive: true });
        copy('older/postgres', 'a/postgres');
        const refused = await begin('a');
        expect(refused.ended).toBe(true);
        expect(refused.said).toMatch(/the database is older|is not there|is missing/);
        const { code, out } = await restore(place('a'));
        expect(out, 'nothing leaves until two people look').toMatch(
          /Halted until two people open them: .*practice USDT/,
        );
        expect(code).toBe(0);
        await goesOn('a');
      },
      PATIENCE,
    );

    it(
      'the newest database and an older signer folder: starts, since the database knows what was signed',
      async () => {
        copy('data', 'b');
        rmSync(place('b/signer'), { recursive: true });
        copy('older/signer', 'b/signer');
        const exchange = await begin('b');
        expect(exchange.ended, exchange.said).toBe(false);
        expect(await exchange.deposits(lost)).toEqual(['credited 50']);
        const next = await exchange.customer('drilld');
        expect(next.address).not.toBe(lost.address);
        await exchange.deposit(next, '12');
        await exchange.stop();
      },
      PATIENCE,
    );

    it(
      'both older: the anchor knows, and the restore command goes on from it',
      async () => {
        copy('older', 'c');
        copy('data/anchor.log', 'c/anchor.log');
        const refused = await begin('c');
        expect(refused.ended).toBe(true);
        expect(refused.said).toContain('anchor.log');
        expect(refused.said).toContain('npm run restore');
        expect((await restore(place('c'))).code).toBe(0);
        await goesOn('c');
      },
      PATIENCE,
    );
  },
);
