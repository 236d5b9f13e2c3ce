// The treasury at the desk: reserves against liabilities, halts set by one and lifted by two staff members, top-ups,
// the hourly proof of reserves; in practice mode also chain reorganisations.

import {
  asDecimal,
  type Coverage,
  type DeskAnswerOf,
  type DeskParsedOf,
  type DeskReserve,
  type DeskTransaction,
  type DeskUnrecorded,
  NETWORKS,
  type NetworkName,
  type Page,
  type Proposal,
  readDecimal,
} from '@vitrine/contract';
import { refuseField } from '../../api/call/index.ts';
import {
  CHAINS,
  type ChainName,
  type FoundArrival,
  type Halt,
  MOST_RESCANNED,
  type Reserve,
} from '../../custody/index.ts';
import { printAtoms } from '../../projection/live/index.ts';
import type { Audit } from '../audit.ts';
import { type Customers, nameOf } from './customers.ts';
import { railId } from '../funds-line.ts';
import type { DeskOptions } from '../parts.ts';
import type { Asking } from '../proposals/proposal-row.ts';
import type { Proposals } from '../proposals/proposals.ts';
import { notThere, refuseWhy } from '../refusal.ts';
import type { DeskSession } from '../staff/sessions.ts';
import type { DeskDatabase } from '../tables.ts';
import { transactionOf } from './withdrawals.ts';

/** Hex digits of a transaction's hash that identify it in a proposal's subject. */
const SHOWN = 32;
/** The clock as a proposal's subject. */
const CLOCK = 'clock';

type Rail = { readonly coin: string; readonly network: NetworkName };

export interface TreasuryDesk {
  get(by: Asking): Promise<DeskAnswerOf<'desk.treasury.get'>>;
  transactions(input: DeskParsedOf<'desk.treasury.transactions'>): Promise<Page<DeskTransaction>>;
  unrecorded(input: DeskParsedOf<'desk.treasury.unrecorded'>): Promise<Page<DeskUnrecorded>>;
  /** @throws 404; 403 state. */
  halt(by: DeskSession, input: DeskParsedOf<'desk.treasury.halt'>, ip: string): Promise<void>;
  /** @throws 404; 403 state, standing. */
  resume(by: DeskSession, input: DeskParsedOf<'desk.treasury.resume'>, ip: string): Promise<Proposal>;
  /** @throws 404; 400 amount; or what the chain's planner rejects. */
  topUp(
    by: DeskSession,
    input: DeskParsedOf<'desk.treasury.topUp'>,
    ip: string,
  ): Promise<DeskAnswerOf<'desk.treasury.topUp'>>;
  /** @throws 403 state if the clock did not step; standing. */
  confirmClock(by: DeskSession, reason: string, ip: string): Promise<Proposal>;
  /** @throws 404; 400 to. */
  rescan(input: DeskParsedOf<'desk.chain.rescan'>): Promise<DeskAnswerOf<'desk.chain.rescan'>>;
  /** @throws 404 if a rescan of its block does not find it; 403 standing. */
  credit(by: DeskSession, input: DeskParsedOf<'desk.chain.credit'>, ip: string): Promise<Proposal>;
  coverage(input: DeskParsedOf<'desk.coverage.list'>): Promise<Page<Coverage>>;
  /** Reorganises the practice chain; returns the new height. @throws 404 outside practice mode. */
  reorganise(by: DeskSession, input: DeskParsedOf<'desk.practice.reorganise'>, ip: string): Promise<number>;
  /** Number of coins on networks with halted withdrawals. */
  halts(): number;
}

export interface TreasuryDeskParts extends Pick<DeskOptions, 'custody' | 'link' | 'live' | 'mode'> {
  readonly db: DeskDatabase;
  readonly customers: Customers;
  readonly proposals: Proposals;
  readonly audit: Audit;
}

export function createTreasuryDesk(parts: TreasuryDeskParts): TreasuryDesk {
  const { db, link, custody, live, mode, customers, proposals, audit } = parts;
  const { treasury, networks, withdrawals, deposits } = custody;

  /** Every coin on every network. */
  const rails = (): readonly Rail[] =>
    networks.list().flatMap(({ coin, networks: on }) => on.map(({ network }) => ({ coin, network })));

  /** A rail, its coin in any case. @throws 404. */
  function railOf(given: { readonly coin: string; readonly network: string }): Rail {
    const coin = given.coin.toUpperCase();
    const found = rails().find((rail) => rail.network === given.network && rail.coin.toUpperCase() === coin);
    if (found === undefined) throw notThere();
    return found;
  }

  async function names(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const rows = await db.selectFrom('desk_people').select(['id', 'name']).where('id', 'in', ids).execute();
    return new Map(rows.map(({ id, name }) => [String(id), name ?? `#${id}`]));
  }

  async function haltOf(by: Asking, halt: Halt, people: ReadonlyMap<string, string>): Promise<DeskReserve['halted']> {
    const standing = await proposals.standing('rail.resume', railId(halt.network, halt.coin));
    return {
      ...{ reason: halt.reason, since: halt.since },
      by: halt.by === null ? null : { id: halt.by, name: people.get(halt.by) ?? `#${halt.by}` },
      proposal: standing === undefined ? null : await proposals.get(by, standing),
    };
  }

  /** A manual rail (the bank) has no chain to compare with: only its halt is known. */
  function unknown({ network, coin }: Rail): Reserve {
    const halt = treasury.halted(network, coin) ?? null;
    return {
      ...{ network, coin, hot: 0n, cold: 0n, unswept: 0n, leaving: 0n, expected: 0n, dust: '0', difference: 0n },
      ...{ tolerance: 0n, hotLimit: 0n, hotLow: 0n, state: 'unknown', checked: null, halt },
    };
  }

  async function leapOf(by: Asking): Promise<DeskAnswerOf<'desk.treasury.get'>['leap']> {
    const { leap } = link.state();
    if (leap === undefined) return null;
    const standing = await proposals.standing('clock.confirm', CLOCK);
    return { ...leap, proposal: standing === undefined ? null : await proposals.get(by, standing) };
  }

  /** One of custody's chains. @throws 404. */
  function chainOf(network: NetworkName): ChainName {
    const chain = CHAINS.find((name) => name === network);
    if (chain === undefined || !rails().some((rail) => rail.network === network)) throw notThere();
    return chain;
  }

  async function found(arrivals: readonly FoundArrival[]): Promise<DeskAnswerOf<'desk.chain.rescan'>['found']> {
    const lines = await customers.lines(arrivals.map(({ userId }) => userId));
    return arrivals.flatMap(({ userId, amount, ...rest }) => {
      const customer = lines.get(userId);
      return customer === undefined ? [] : [{ ...rest, amount: asDecimal(amount), customer }];
    });
  }

  return {
    async get(by) {
      const kept = await treasury.reserves();
      const others = rails().filter(
        (rail) => !kept.some(({ network, coin }) => network === rail.network && coin === rail.coin),
      );
      const all = [...kept, ...others.map(unknown)];
      const people = await names(all.flatMap(({ halt }) => (halt === null || halt.by === null ? [] : [halt.by])));
      const reserves: DeskReserve[] = [];
      for (const one of all) {
        const asset = live.assetByCode(one.coin);
        const network = NETWORKS.find((name) => name === one.network);
        if (asset === undefined || network === undefined)
          throw new Error(`expected the listing to know ${railId(one.network, one.coin)}, it does not`);
        const text = (atoms: bigint) => asDecimal(printAtoms(atoms, asset));
        reserves.push({
          ...{ network, coin: one.coin, hot: text(one.hot), cold: text(one.cold), unswept: text(one.unswept) },
          ...{ leaving: text(one.leaving), expected: text(one.expected), dust: asDecimal(one.dust) },
          ...{ difference: text(one.difference), tolerance: text(one.tolerance) },
          ...{ hotLimit: text(one.hotLimit), hotLow: text(one.hotLow), state: one.state, checked: one.checked },
          halted: one.halt === null ? null : await haltOf(by, one.halt, people),
        });
      }
      const chains = (await treasury.chains()).map((one) => ({ ...one, unchecked: [...one.unchecked] }));
      const stuck = (await withdrawals.stuck()).flatMap(({ network, ...rest }) => {
        const name = NETWORKS.find((known) => known === network);
        return name === undefined ? [] : [{ ...rest, network: name }];
      });
      return { reserves, chains, stuck, leap: await leapOf(by) };
    },

    async transactions({ network, current, size }) {
      const page = await withdrawals.transactions({ network, current, size });
      return { ...page, records: page.records.map(transactionOf) };
    },

    async unrecorded(input) {
      const page = await treasury.unrecorded(input);
      return {
        ...page,
        records: page.records.map((one) => ({ ...one, amount: one.amount === null ? null : asDecimal(one.amount) })),
      };
    },

    async halt(by, { reason, ...given }, ip) {
      const { coin, network } = railOf(given);
      if (treasury.halted(network, coin) !== undefined) throw refuseWhy('request.forbidden', 'state');
      await audit.before(
        { what: 'rail.halted', person: by.person, subject: `rail:${railId(network, coin)}`, reason, ip },
        () => treasury.halt(network, coin, reason, by.person),
      );
    },

    async resume(by, { reason, ...given }, ip) {
      const { coin, network } = railOf(given);
      if (treasury.halted(network, coin) === undefined) throw refuseWhy('request.forbidden', 'state');
      return proposals.make(
        by,
        {
          kind: 'rail.resume',
          subject: { kind: 'rail', id: railId(network, coin), name: `${coin} ${network}` },
          facts: [{ fact: 'withdrawals', before: 'halted', after: 'open' }],
          data: { coin, network },
          reason,
        },
        ip,
      );
    },

    async topUp(by, { amount, reason, ...given }, ip) {
      const { coin, network } = railOf(given);
      if (!/^[^-]*[1-9]/.test(amount)) throw refuseField('amount', 'range');
      const made = await audit.before(
        {
          ...{ what: 'topUp.made', person: by.person, subject: `rail:${railId(network, coin)}`, reason, ip },
          detail: { amount },
        },
        () => treasury.topUp(network, coin, amount),
      );
      return { ...made, amount: readDecimal(made.amount) ?? amount };
    },

    async confirmClock(by, reason, ip) {
      const { leap } = link.state();
      if (leap === undefined) throw refuseWhy('request.forbidden', 'state');
      const text = (time: number) => new Date(time).toISOString();
      return proposals.make(
        by,
        {
          kind: 'clock.confirm',
          subject: { kind: 'exchange', id: CLOCK, name: CLOCK },
          facts: [{ fact: 'clock', before: text(leap.ours), after: text(leap.machine) }],
          data: { ahead: leap.machine - leap.ours },
          reason,
        },
        ip,
      );
    },

    async rescan({ network, from, to }) {
      const chain = chainOf(network);
      if (to < from || to - from >= MOST_RESCANNED) throw refuseField('to', 'range');
      const all = await deposits.rescan(chain, from, to);
      return { found: await found(all.found), read: all.read, unchecked: all.unchecked };
    },

    async credit(by, { network, height, txid, position, reason }, ip) {
      const chain = chainOf(network);
      const all = await found((await deposits.rescan(chain, height, height)).found);
      const one = all.find((arrival) => arrival.txid === txid && arrival.position === position);
      if (one === undefined) throw notThere();
      return proposals.make(
        by,
        {
          kind: 'chain.credit',
          subject: { kind: 'rail', id: `${network}-${txid.slice(0, SHOWN)}-${position}`, name: nameOf(one.customer) },
          facts: [
            { fact: 'amount', before: null, after: `${one.amount} ${one.coin}` },
            { fact: 'address', before: null, after: one.address },
            { fact: 'reference', before: null, after: txid },
          ],
          data: { network, height, txid, position },
          reason,
        },
        ip,
      );
    },

    coverage: ({ coin, current, size }) => treasury.coverage({ coin: coin?.toUpperCase(), current, size }),

    async reorganise(by, { depth, drop, reason }, ip) {
      const { outside } = custody;
      if (mode !== 'practice' || outside === undefined) throw notThere();
      return audit.before(
        {
          ...{ what: 'practice.reorganised', person: by.person, subject: 'rail:practice', reason, ip },
          detail: { depth: String(depth), drop: String(drop) },
        },
        () => outside.reorganise(depth, drop),
      );
    },

    halts: () => rails().filter(({ network, coin }) => treasury.halted(network, coin) !== undefined).length,
  };
}
