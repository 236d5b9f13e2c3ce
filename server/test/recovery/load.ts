// Orders, transfers, payments and withdrawals of customers, each asked for until its answer is final whatever dies
// meanwhile, and at the end compared with what the exchange lists: nothing acknowledged is lost, nothing is there twice.

import { setTimeout as sleep } from 'node:timers/promises';
import { hashPassword } from '@vitrine/contract';
import { sealBody, type SealingKey } from '../../src/api/sealed/index.ts';
import { type Exchange, newKey, type Person } from './exchange.ts';

const FUND_PASSWORD = hashPassword('904217');
/** Withdrawals of a customer a day that the rules pass without a person. */
const MOST_WITHDRAWALS = 5;
/** Of all withdrawals, those waiting for an answer at a time. */
const WITHDRAWALS_TOGETHER = 5;
/** Payments of one payer outside: the keys of a day are 2,000 an account, and who reached that would ask until tomorrow. */
const MOST_SENT = 1_500;
const RESTING = 40;
const PAGE = 100;
const PAUSE = 30;
/** How often what was acknowledged is asked again under its key. */
const REPLAYED = 0.15;
/** Nothing done, or nothing known: asked again under the same key. */
const AGAIN = new Set([429, 500, 502, 503, 504]);

const KINDS = ['limit', 'market', 'transfer', 'send', 'withdraw'] as const;
type Kind = (typeof KINDS)[number];
type Record_ = Readonly<Record<string, unknown>>;

interface Asked {
  readonly kind: Kind;
  readonly of: Person;
  readonly key: string;
  readonly path: string;
  readonly body: Record_;
  code?: number;
  data?: Record_;
}

export interface LoadFigures {
  readonly acknowledged: Readonly<Record<Kind, number>>;
  readonly refused: Readonly<Record<string, number>>;
  /** Answers that never came, or said nothing: asked again. */
  readonly unanswered: number;
  readonly replayed: number;
  readonly withdrawals: Readonly<Record<string, number>>;
}

export class Load {
  readonly #asked: Asked[] = [];
  readonly #payers: readonly Person[];
  readonly #payees: readonly Person[];
  readonly #random: () => number;
  readonly #withdrawn = new Map<Person, number>();
  readonly #sent = new Map<Person, number>();
  readonly #resting: { readonly of: Person; readonly id: string }[] = [];
  readonly #faults: string[] = [];
  #key: SealingKey | undefined;
  #withdrawing = 0;
  #unanswered = 0;
  #replayed = 0;
  #stopping = false;
  #workers: readonly Promise<void>[] = [];
  /** The exchange that lives now; its successor has the same address. */
  exchange: Exchange;

  constructor(exchange: Exchange, payers: readonly Person[], payees: readonly Person[], random: () => number) {
    this.exchange = exchange;
    this.#payers = payers;
    this.#payees = payees;
    this.#random = random;
  }

  /** Practice money and a fund password for everybody. */
  async prepare(): Promise<void> {
    const config = await (await fetch(`${this.exchange.url}/platform/dev/config.js`)).text();
    this.#key = (
      JSON.parse(/Object\.freeze\((.*)\)/.exec(config)?.[1] ?? '{}') as { withdrawalKey: SealingKey }
    ).withdrawalKey;
    for (const one of [...this.#payers, ...this.#payees]) {
      for (const [path, body] of [
        ['/api/practice/claim', {}],
        ['/api/user/tardPwdSet', { pwd: FUND_PASSWORD, confirmPwd: FUND_PASSWORD }],
      ] as const) {
        const { code } = await this.exchange.call(path, body, one);
        if (code !== 200) throw new Error(`expected ${path} to be done, got ${code}`);
      }
    }
  }

  start(workers: number): void {
    this.#workers = Array.from({ length: workers }, () => this.#work());
  }

  /** Ends when everything that was asked has its answer. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#workers);
  }

  get acknowledged(): number {
    return this.#asked.filter(({ code }) => code === 200).length;
  }

  async #work(): Promise<void> {
    while (!this.#stopping) {
      const asked = this.#next();
      this.#asked.push(asked);
      const withdraws = asked.kind === 'withdraw';
      if (withdraws) this.#withdrawing += 1;
      try {
        await this.#finish(asked);
        if (asked.code === 200) await this.#afterwards(asked);
      } finally {
        if (withdraws) this.#withdrawing -= 1;
      }
      await sleep(PAUSE * (0.5 + this.#random()));
    }
  }

  async #afterwards(asked: Asked): Promise<void> {
    if (this.#random() < REPLAYED) {
      const copy: Asked = { ...asked };
      await this.#finish(copy);
      this.#replayed += 1;
      if (copy.code !== 200 || idOf(copy) !== idOf(asked))
        this.#faults.push(`asked again, ${asked.kind} ${idOf(asked)} answered ${copy.code} ${idOf(copy)}`);
    }
    if (asked.kind !== 'limit') return;
    this.#resting.push({ of: asked.of, id: idOf(asked) });
    if (this.#resting.length <= RESTING) return;
    const oldest = this.#resting.shift();
    if (oldest === undefined) return;
    // Whether the cancel is done is compared with nothing.
    await this.exchange.call(`/api/currency/order/cancelOrder?id=${oldest.id}`, {}, oldest.of).catch(() => undefined);
  }

  async #finish(asked: Asked): Promise<void> {
    for (;;) {
      try {
        const { code, data } = await this.exchange.call(asked.path, await this.#body(asked), asked.of, asked.key);
        if (!AGAIN.has(code)) {
          Object.assign(asked, { code, data });
          return;
        }
        this.#unanswered += 1;
      } catch (error) {
        // The exchange died, or its answer did.
        if (!(error instanceof Error)) throw error;
        this.#unanswered += 1;
      }
      await sleep(10 * PAUSE);
    }
  }

  async #body({ kind, body, of, key }: Asked): Promise<Record_> {
    if (kind !== 'withdraw' || this.#key === undefined) return body;
    const sealed = { userId: of.id, key, time: Date.now(), fundPassword: FUND_PASSWORD, ...body };
    return { data: await sealBody(sealed, this.#key) };
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)] as T;
  }

  #next(): Asked {
    const of = this.#pick(this.#random() < 0.7 ? this.#payers : this.#payees);
    const cents = ((1 + Math.floor(this.#random() * 9_999)) / 100).toFixed(2);
    const dice = this.#random();
    const ask = (kind: Kind, path: string, body: Record_, who = of): Asked => ({
      ...{ kind, of: who, key: newKey(), path, body },
    });
    const order = '/api/currency/order/submit';
    if (dice < 0.3) {
      const price = (20_000 + Math.ceil(Number(cents))).toFixed(2);
      return ask('limit', order, { symbol: 'BTC_USDT', direction: 1, type: 1, price, quantity: '0.0006' });
    }
    if (dice < 0.55) {
      const symbol = this.#pick(['BTC_USDT', 'ETH_USDT']);
      return ask('market', order, { symbol, direction: this.#pick([1, 2]), type: 2, quantity: '0.005' });
    }
    const spendable = this.#payers.filter((one) => (this.#withdrawn.get(one) ?? 0) < MOST_WITHDRAWALS);
    if (dice > 0.9 && spendable.length > 0 && this.#withdrawing < WITHDRAWALS_TOGETHER) {
      const payer = this.#pick(spendable);
      this.#withdrawn.set(payer, (this.#withdrawn.get(payer) ?? 0) + 1);
      const { address } = this.#pick(this.#payees);
      const amount = (20 + Number(cents) / 20).toFixed(2);
      return ask(
        'withdraw',
        '/api/v1/coin/assets/withdrawal',
        { coin: 'USDT', network: 'practice', address, amount },
        payer,
      );
    }
    const payees = this.#payees.filter((one) => (this.#sent.get(one) ?? 0) < MOST_SENT);
    if (dice > 0.8 && payees.length > 0) {
      const payee = this.#pick(payees);
      this.#sent.set(payee, (this.#sent.get(payee) ?? 0) + 1);
      const amount = (5 + Number(cents) / 50).toFixed(2);
      return ask('send', '/api/practice/send', { coin: 'USDT', address: payee.address, amount }, payee);
    }
    const there = this.#random() < 0.6;
    return ask('transfer', '/api/userCoin/transfer', {
      ...{ from: there ? '1' : '2', to: there ? '2' : '1', coin: 'USDT' },
      amount: there ? cents : (Number(cents) / 3).toFixed(2),
    });
  }

  async #list(of: Person, path: string, byQuery = false): Promise<Record_[]> {
    const all: Record_[] = [];
    for (let current = 1; ;) {
      const asked = { current, size: PAGE };
      const query = byQuery ? `?current=${current}&size=${PAGE}` : '';
      const { code, data } = await this.exchange.call(path + query, byQuery ? {} : asked, of);
      // Views and pools may still reconnect right after a start.
      if (AGAIN.has(code)) {
        await sleep(10 * PAUSE);
        continue;
      }
      if (code !== 200) throw new Error(`expected ${path} to answer, got ${code}`);
      const records = data['records'] as Record_[];
      all.push(...records);
      if (records.length < PAGE) return all;
      current += 1;
    }
  }

  /** Withdrawals that the exchange still works on; those that wait for a person are not. */
  async underWay(): Promise<number> {
    let found = 0;
    for (const one of this.#payers)
      for (const { stage } of await this.#list(one, '/api/v1/coin/assets/getWithdrawalLog'))
        if (!['review', 'confirmed', 'refused', 'cancelled', 'failed'].includes(String(stage))) found += 1;
    return found;
  }

  /** Payments in blocks, and those of them that are credited. */
  async credited(): Promise<boolean> {
    for (const one of this.#payees)
      for (const { stage } of await this.#list(one, '/api/v1/coin/assets/getRechargeLog'))
        if (stage !== 'credited') return false;
    return true;
  }

  /** Compares everything; gives what differs, and what there was. */
  async compare(): Promise<{ readonly faults: readonly string[]; readonly figures: LoadFigures }> {
    const faults = [...this.#faults];
    const withdrawals: Record_[] = [];
    const deposits: Record_[] = [];
    for (const person of [...this.#payers, ...this.#payees]) {
      const listed = {
        orders: await this.#list(person, '/api/currency/order/orderList', true),
        transfers: await this.#list(person, '/api/userCoin/transferList'),
        withdrawals: await this.#list(person, '/api/v1/coin/assets/getWithdrawalLog'),
      };
      this.#holds(faults, person, ['limit', 'market'], listed.orders, () => true);
      this.#holds(faults, person, ['transfer'], listed.transfers, same('amount'));
      this.#holds(faults, person, ['withdraw'], listed.withdrawals, same('amount', 'address'));
      withdrawals.push(...listed.withdrawals);
      deposits.push(...(await this.#list(person, '/api/v1/coin/assets/getRechargeLog')));
    }
    const paidBy = new Map(this.#done(['send']).map((asked) => [String(asked.data?.['txid']), asked.body]));
    for (const one of withdrawals) {
      const txid = word(one['txid']);
      if (txid === '') continue;
      if (paidBy.has(txid)) faults.push(`two payments by ${txid}`);
      paidBy.set(txid, one);
      if (one['stage'] !== 'confirmed') faults.push(`withdrawal ${String(one['id'])} is ${String(one['stage'])}`);
    }
    for (const [txid, payment] of paidBy) {
      const found = deposits.filter((one) => one['txid'] === txid);
      if (found.length !== 1 || !same('amount')(found[0] ?? {}, payment))
        faults.push(`payment ${txid} of ${String(payment['amount'])} is ${found.length} deposits`);
    }
    for (const { txid } of deposits) if (!paidBy.has(String(txid))) faults.push(`deposit ${String(txid)} is nobody's`);
    return { faults, figures: this.#figures(withdrawals) };
  }

  #figures(withdrawals: readonly Record_[]): LoadFigures {
    const refused: Record<string, number> = {};
    for (const { kind, code } of this.#asked)
      if (code !== 200) refused[`${kind} ${code}`] = (refused[`${kind} ${code}`] ?? 0) + 1;
    const stages: Record<string, number> = {};
    for (const { stage } of withdrawals) stages[String(stage)] = (stages[String(stage)] ?? 0) + 1;
    const acknowledged = Object.fromEntries(KINDS.map((kind) => [kind, this.#done([kind]).length])) as Record<
      Kind,
      number
    >;
    return { acknowledged, refused, unanswered: this.#unanswered, replayed: this.#replayed, withdrawals: stages };
  }

  #done(kinds: readonly Kind[]): readonly Asked[] {
    return this.#asked.filter(({ kind, code }) => code === 200 && kinds.includes(kind));
  }

  /** Each acknowledged one of a customer's is listed once, as it was asked for, and no other is. */
  #holds(
    faults: string[],
    of: Person,
    kinds: readonly Kind[],
    records: readonly Record_[],
    equal: (record: Record_, asked: Record_) => boolean,
  ): void {
    const mine = this.#done(kinds).filter((asked) => asked.of === of);
    const byId = new Map(records.map((record) => [String(record['id']), record]));
    const ids = new Set(mine.map(idOf));
    if (ids.size !== mine.length) faults.push(`two ${kinds[0]} of customer ${of.id} have one number`);
    if (records.length !== mine.length)
      faults.push(`customer ${of.id} has ${records.length} ${kinds[0]}, ${mine.length} were acknowledged`);
    for (const asked of mine) {
      const record = byId.get(idOf(asked));
      if (record === undefined) faults.push(`${asked.kind} ${idOf(asked)} of customer ${of.id} is lost`);
      else if (!equal(record, asked.body)) faults.push(`${asked.kind} ${idOf(asked)} is not what was asked for`);
    }
  }
}

function idOf({ data }: Asked): string {
  return word(data?.['id'] ?? data?.['txid']);
}

function word(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Whether fields are the same; numbers by their value. */
function same(...names: readonly string[]): (record: Record_, asked: Record_) => boolean {
  return (record, asked) =>
    names.every((name) => record[name] === asked[name] || Number(record[name]) === Number(asked[name]));
}
