// A desk over the whole exchange: its own HTTP, people set up by their links, a clock that the test moves.

import { type DeskCallName, deskCallOf, type DeskInputOf, type DeskRole, hashPassword } from '@vitrine/contract';
import type { FastifyInstance } from 'fastify';
import { generateSync } from 'otplib';
import type { Logger } from 'pino';
import { createDesk, type Desk, type DeskDatabase, type DeskOptions } from '../../src/desk/index.ts';
import { createDeskEdge, DESK_COOKIE } from '../../src/api/desk/index.ts';
import { createVault } from '../../src/account/vault/index.ts';
import { type ExchangeEdge, type Person, startExchange } from '../api/http/exchange-edge.ts';
import { type Json, ORIGIN } from '../api/http/harness.ts';
import { jpeg } from '../account/files/pictures.ts';
import { type FakeCustody, fakeCustody } from './fake-custody.ts';

export const DESK_ORIGIN = 'http://desk.test';
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
const STEP = 30_000;
const vault = createVault(new Uint8Array(32).fill(7));

/** Somebody of the desk, signed in. */
export interface DeskUser {
  readonly id: string;
  readonly name: string;
  readonly password: string;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  cookie: string;
  satoken: string;
}

export interface Customer extends Person {
  readonly id: string;
  readonly name: string;
}

export interface DeskAnswer {
  readonly status: number;
  readonly code: number;
  readonly data: Json;
}

export interface DeskWorld {
  readonly exchange: ExchangeEdge;
  readonly custody: FakeCustody;
  desk: Desk;
  app: FastifyInstance;
  readonly db: DeskDatabase;
  readonly faults: unknown[];
  /** The desk's clock; the exchange keeps its own. */
  now(): number;
  move(ms: number): void;
  call<N extends DeskCallName>(
    user: Pick<DeskUser, 'cookie' | 'satoken'> | undefined,
    name: N,
    input?: DeskInputOf<N>,
    headers?: Record<string, string>,
  ): Promise<DeskAnswer>;
  /** A code of an authenticator that was not used yet: moves the clock a step on. */
  code(secret: string): string;
  /** Sets somebody up by a link. */
  setUp(path: string, name: string | undefined, word?: string): Promise<DeskUser & { readonly next: string | null }>;
  signIn(user: DeskUser): Promise<DeskUser>;
  /** Somebody with these roles, by the way that is meant: two administrators. */
  hire(name: string, roles: readonly DeskRole[], by: DeskUser, second: DeskUser): Promise<DeskUser>;
  /** A customer with a number. */
  customer(name: string): Promise<Customer>;
  /** The same customer, signed in anew. */
  back(customer: Customer): Promise<Customer>;
  /** A submission under review. */
  submit(userId: string, stage?: 1 | 2): Promise<string>;
  /** Ends this desk and opens another over the same exchange, as a start does. */
  restart(change?: Partial<DeskOptions>): Promise<void>;
  stop(): Promise<void>;
}

export interface DeskWorldOptions extends Partial<Pick<DeskOptions, 'mode' | 'reviewAfter' | 'practice'>> {
  /** Where the edges write their log. */
  readonly logger?: Logger;
  /** `move` moves the exchange's clock too. */
  readonly together?: boolean;
  /** As of `startExchange`. */
  readonly watch?: boolean;
  /** What is done before there is a desk. */
  readonly before?: (exchange: ExchangeEdge) => Promise<void>;
}

/** The automatic reviewer waits longer than any test unless one says otherwise. */
const NEVER = 10 * 24 * HOUR;

export async function startDeskWorld(options: DeskWorldOptions = {}): Promise<DeskWorld> {
  const logged = options.logger === undefined ? {} : { logger: options.logger };
  let offset = 0;
  const exchange = await startExchange({
    ...logged,
    watch: options.watch ?? true,
    ...(options.together === true ? { ahead: () => offset } : {}),
  });
  await options.before?.(exchange);
  const db = exchange.db as unknown as DeskDatabase;
  const faults: unknown[] = [];
  const now = () => Date.now() + offset;
  const custody = fakeCustody({ link: exchange.link, now });
  const open = (change: Partial<DeskOptions>) =>
    createDesk({
      ...{ db, link: exchange.link, vault, people: exchange.people, mode: options.mode ?? 'practice' },
      ...{ live: exchange.live, custody, bondClaims: exchange.bondClaims },
      now,
      practice: options.practice,
      onFault: (error) => void faults.push(error),
      reviewAfter: options.reviewAfter ?? NEVER,
      ...change,
    });
  const edgeOf = (desk: Desk) =>
    createDeskEdge({
      ...{ desk, now, origins: () => new Set([DESK_ORIGIN]), secure: false, checkAnswers: true },
      limits: { calls: 1_000_000, secrets: 1_000_000 },
      ...logged,
    });
  const desk = await open({});
  const pictures = await Promise.all([1, 2, 3].map((seed) => jpeg(seed, 64, 48)));
  let documents = 0;

  const world: DeskWorld = {
    exchange,
    custody,
    desk,
    app: await edgeOf(desk),
    db,
    faults,
    now,
    move: (ms) => void (offset += ms),

    async call(user, name, input, headers = {}) {
      const answer = await world.app.inject({
        method: 'POST',
        url: deskCallOf(name).path,
        headers: {
          origin: DESK_ORIGIN,
          ...(user === undefined ? {} : { cookie: user.cookie, satoken: user.satoken }),
          ...headers,
        },
        payload: (input ?? {}) as object,
      });
      const read = answer.json();
      return { status: answer.statusCode, code: read.code, data: read.data };
    },

    code(secret) {
      world.move(STEP);
      return generateSync({ secret, epoch: Math.floor(now() / 1_000) });
    },

    async setUp(path, name, word) {
      const token = path.slice(path.indexOf('#') + 1);
      const given = word === undefined ? { token } : { token, word };
      const opened = await world.call(undefined, 'desk.setup.open', given);
      if (opened.code !== 200) throw new Error(`expected the link to open, got ${opened.code}`);
      const { secret } = opened.data.authenticator;
      const password = hashPassword(`${name ?? opened.data.name} long enough`);
      const answer = await world.app.inject({
        method: 'POST',
        url: deskCallOf('desk.setup.finish').path,
        headers: { origin: DESK_ORIGIN },
        payload: { ...given, ...(name === undefined ? {} : { name }), password, code: world.code(secret) },
      });
      const { code, data } = answer.json();
      if (code !== 200) throw new Error(`expected the set-up to end well, got ${answer.body}`);
      const { me, recoveryCodes, next } = data;
      const cookie = answer.cookies.find((one) => one.name === DESK_COOKIE)?.value ?? '';
      return {
        ...{ id: me.person.id, name: me.person.name, password, secret, recoveryCodes },
        ...{ cookie: `${DESK_COOKIE}=${cookie}`, satoken: me.satoken, next: next?.path ?? null },
      };
    },

    async signIn(user) {
      const answer = await world.app.inject({
        method: 'POST',
        url: deskCallOf('desk.signIn').path,
        headers: { origin: DESK_ORIGIN },
        payload: { name: user.name, password: user.password, code: world.code(user.secret) },
      });
      const { code, data } = answer.json();
      if (code !== 200) throw new Error(`expected ${user.name} to be let in, got ${answer.body}`);
      const cookie = answer.cookies.find((one) => one.name === DESK_COOKIE)?.value ?? '';
      return { ...user, cookie: `${DESK_COOKIE}=${cookie}`, satoken: data.satoken };
    },

    async hire(name, roles, by, second) {
      const made = await world.call(by, 'desk.people.invite', { name, roles: [...roles], reason: 'to help' });
      const { id } = made.data;
      const approved = await world.call(second, 'desk.proposals.approve', { id });
      if (approved.data.state !== 'done') throw new Error(`expected ${name} to be agreed on, got ${approved.code}`);
      const person = approved.data.subject.id as string;
      const link = await world.call(by, 'desk.people.link', { id: person });
      const word = await world.call(second, 'desk.people.link', { id: person });
      return world.setUp(link.data.path, undefined, word.data.word);
    },

    async customer(name) {
      const person = await exchange.register(name);
      const row = await db.selectFrom('users').select('id').where('login_name', '=', name).executeTakeFirstOrThrow();
      return { ...person, id: String(row.id), name };
    },

    async back({ id, name, cookie }) {
      const answer = await exchange.app.inject({
        method: 'POST',
        url: '/api/user/login',
        headers: { origin: ORIGIN, cookie: cookie.replace(/access=[^;]*;? ?/, '') },
        payload: { type: 1, account: name, password: hashPassword(`${name}-Pass1`) },
      });
      const { code, data } = answer.json();
      if (code !== 200) throw new Error(`expected ${name} to be let in, got ${answer.body}`);
      const access = answer.cookies.find((one) => one.name === 'access')?.value ?? '';
      return { id, name, cookie: `access=${access}`, satoken: data.satoken };
    },

    async submit(userId, stage = 1) {
      const { kyc, files } = exchange.people;
      documents += 1;
      if (stage === 1)
        await kyc.submit(userId, {
          ...{ stage, name: 'Ann Émilie O’Hara', country: 'GB', documentType: 2, documentNo: `AB12345${documents}` },
        });
      else {
        const link = async (at: number) =>
          (await files.put(userId, 'kyc', { name: 'p.jpg', bytes: pictures[at] ?? Buffer.alloc(0) })).link;
        await kyc.submit(userId, { stage, front: await link(0), back: await link(1), handheld: await link(2) });
      }
      const row = await db
        .selectFrom('kyc_cases')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      return String(row.id);
    },

    async restart(change = {}) {
      await world.app.close();
      await world.desk.stop();
      world.desk = await open(change);
      world.app = await edgeOf(world.desk);
    },

    async stop() {
      await world.app.close();
      await world.desk.stop();
      await exchange.stop();
    },
  };
  return world;
}

/** The first two people, set up by the link of the start and the one that the first is given. */
export async function founders(world: DeskWorld): Promise<readonly [DeskUser, DeskUser]> {
  const first = await world.setUp((await world.desk.links.founderLink()) ?? '', 'Ada');
  const second = await world.setUp(first.next ?? '', 'Grace');
  return [first, second];
}
