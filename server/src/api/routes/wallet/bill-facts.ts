// Why a balance changed, as facts: what a command's events say about one line. Reveals nothing about other users.

import { type BillCauseKind, type BillDetail, type BillFact, NETWORKS } from '@vitrine/contract';
import type { EventName, EventOf, ExchangeEvent } from '@vitrine/core';
import type { Live } from '../../../projection/live/index.ts';
import type { BillLine } from '../../../projection/views/index.ts';
import { decimalText, symbolOf } from '../../wire/index.ts';
import { walletWord } from './bill-lines.ts';
import { EARN_KIND, WALLET } from '@vitrine/core/enum';
import { DONE } from '@vitrine/core';

export type Fact = BillDetail['cause']['facts'][number];
export type CauseRecord = BillDetail['cause']['record'];

/** A cause without the common time and id. */
export interface Cause {
  readonly kind: BillCauseKind;
  readonly facts: readonly Fact[];
  readonly record: CauseRecord;
}

const CENTS = 2;
/** Decimals of rates: hourly or 8-hourly in 10⁻⁹, of shares and levels in 10⁻⁶. */
const BILLIONTHS = 9;
const MILLIONTHS = 6;
/** Kinds of `liquidation.step` and `margin.step`, from 1. */
const STEPS = ['ordersCancelled', 'netted', 'cut', 'deleveraged', 'waits'] as const;
const MARGIN_STEPS = ['call', 'began', 'sold', 'repaid', 'over', 'waits'] as const;
const DEPOSIT_STATES = ['credited', 'belowMinimum', 'reversed'] as const;
const DEAL_STATES = ['toPay', 'paid', 'released', 'cancelled', 'appealed'] as const;
const LOAN_CAUSES = [
  ...(['applied', 'paidOut', 'failed', 'interest', 'repaid', 'debited', 'missed', 'collected'] as const),
] as const;

/** Network of a rail number. */
export function networkOf(rail: number): (typeof NETWORKS)[number] | undefined {
  return NETWORKS[rail - 1];
}

export function fact(name: BillFact, value: string | number, coin: string | null = null): Fact {
  return { name, value: String(value), coin };
}

/** Facts with units, over one projection. */
export function factsOver(live: Live) {
  /** An amount of a coin. */
  const sum = (name: BillFact, asset: number, atoms: number): Fact[] => {
    const of = live.asset(asset);
    return of ? [fact(name, decimalText(atoms, of.scale), of.code)] : [];
  };
  /** An index or mark in cents of an instrument. */
  const cents = (name: BillFact, instrument: number, price: number): Fact[] => {
    const of = live.instrument(instrument);
    return of && price > 0 ? [fact(name, decimalText(price, of.tickDecimals + CENTS))] : [];
  };
  const mark = (name: BillFact, market: number, price: number): Fact[] => {
    const contract = live.contract(market);
    return contract ? cents(name, contract.instrument, price) : [];
  };
  const settle = (name: BillFact, market: number, atoms: number): Fact[] => {
    const contract = live.contract(market);
    return contract ? sum(name, contract.settle, atoms) : [];
  };
  const lots = (name: BillFact, market: number, count: number): Fact[] => {
    const of = live.contract(market) ?? live.market(market);
    return of ? [fact(name, decimalText(count, of.lotDecimals))] : [];
  };
  const rate = (name: BillFact, value: number, decimals = MILLIONTHS): Fact => fact(name, decimalText(value, decimals));
  const symbol = (name: BillFact, market: number): Fact[] => (market > 0 ? [fact(name, symbolOf(live, market))] : []);
  return { sum, cents, mark, settle, lots, rate, symbol };
}

type Facts = ReturnType<typeof factsOver>;
type CauseOf<N extends EventName> = (event: EventOf<N>, facts: Facts, line: BillLine) => Cause | undefined;
type CauseTable = { readonly [N in EventName]?: CauseOf<N> };

const noRecord = { record: null } as const;

/** What each event says about a line it caused; undefined if it belongs to another customer or item. */
const CAUSES: CauseTable = {
  transferred: (event, { sum, symbol }, line) =>
    event.user === line.user
      ? {
          kind: 'transfer',
          facts: [
            fact('fromWallet', walletWord(event.from)),
            fact('toWallet', walletWord(event.to)),
            ...sum('amount', event.asset, event.amount),
            ...symbol('market', event.market),
          ],
          record: { of: 'transfer', id: String(line.seq), walletType: walletWord(line.wallet) },
        }
      : undefined,
  practice: (event, { sum }, line) =>
    event.user === line.user && event.asset === line.asset
      ? { kind: 'practice', facts: sum('amount', event.asset, event.amount), ...noRecord }
      : undefined,
  rebate: (event, { sum, symbol }, line) =>
    event.to === line.user && event.trade === line.causeId && event.asset === line.asset
      ? {
          kind: 'rebate',
          facts: [
            ...symbol('market', event.market),
            fact('generation', event.generation),
            ...sum('amount', event.asset, event.amount),
          ],
          ...noRecord,
        }
      : undefined,
  'agent.share': (event, { sum, symbol }, line) =>
    event.to === line.user && event.trade === line.causeId
      ? {
          kind: 'agentShare',
          facts: [...symbol('market', event.market), ...sum('amount', event.asset, event.amount)],
          ...noRecord,
        }
      : undefined,
  funding: (event, { settle, rate }, line) =>
    event.position === line.causeId && event.user === line.user
      ? {
          kind: 'funding',
          facts: [
            rate('fundingRate', event.rate, BILLIONTHS),
            ...settle(event.amount < 0 ? 'paid' : 'received', event.market, Math.abs(event.amount)),
          ],
          record: { of: 'funding', id: String(event.position), walletType: walletWord(line.wallet) },
        }
      : undefined,
  'liquidation.step': (event, { mark, settle, lots }, line) =>
    event.user === line.user && (event.position === line.causeId || event.position === 0)
      ? {
          kind: 'liquidation',
          facts: [
            fact('step', STEPS[event.step - 1] ?? event.step),
            ...(event.lots > 0 ? lots('quantity', event.market, event.lots) : []),
            ...mark('mark', event.market, event.mark),
            ...settle('equity', event.market, event.equity),
            ...settle('maintenance', event.market, event.maintenance),
            ...(event.insurance === 0 ? [] : settle('insurance', event.market, event.insurance)),
          ],
          record: positionRecord(line),
        }
      : undefined,
  'fund.takeover': (event, { mark, settle, lots }, line) =>
    event.position === line.causeId && event.user === line.user
      ? {
          kind: 'liquidation',
          facts: [
            fact('step', 'takenOver'),
            ...lots('quantity', event.market, event.lots),
            ...settle('value', event.market, event.value),
            ...mark('mark', event.market, event.index),
            ...settle('equity', event.market, event.equity),
            ...settle('maintenance', event.market, event.maintenance),
          ],
          record: positionRecord(line),
        }
      : undefined,
  deleveraged: (event, { mark, settle, lots }, line) =>
    event.position === line.causeId || event.against === line.causeId
      ? {
          kind: 'deleverage',
          facts: [
            ...lots('quantity', event.market, event.lots),
            ...settle('value', event.market, event.value),
            ...mark('mark', event.market, event.mark),
          ],
          record: positionRecord(line),
        }
      : undefined,
  'position.changed': (event, { settle, mark }, line) =>
    event.position === line.causeId && event.user === line.user
      ? {
          kind: 'positionMargin',
          facts: [
            ...settle('margin', event.market, event.margin),
            fact('leverage', event.leverage),
            ...mark('liquidationPrice', event.market, event.liquidation),
          ],
          record: positionRecord(line),
        }
      : undefined,
  'debt.changed': (event, { sum, rate }, line) =>
    event.user === line.user && event.asset === line.asset && event.wallet === line.wallet
      ? {
          kind: 'borrow',
          facts: [
            ...sum('amount', event.asset, Math.abs(event.amount)),
            ...sum('owed', event.asset, event.principal + event.interest),
            rate('hourlyRate', event.rate, BILLIONTHS),
          ],
          record: borrowRecord(line),
        }
      : undefined,
  'debt.repaid': (event, { sum }, line) =>
    event.user === line.user && event.asset === line.asset && event.wallet === line.wallet
      ? {
          kind: 'repay',
          facts: [
            ...sum('principal', event.asset, event.principal),
            ...sum('interest', event.asset, event.interest),
            fact('by', event.type === 2 ? 'customer' : 'liquidation'),
          ],
          record: borrowRecord(line),
        }
      : undefined,
  interest: (event, { sum }, line) =>
    event.user === line.user && event.asset === line.asset
      ? { kind: 'interest', facts: sum('interest', event.asset, event.amount), record: borrowRecord(line) }
      : undefined,
  'margin.step': (event, { rate }, line) =>
    event.user === line.user && event.wallet === line.wallet
      ? {
          kind: 'marginLiquidation',
          facts: [fact('step', MARGIN_STEPS[event.step - 1] ?? event.step), rate('level', event.level)],
          record: borrowRecord(line),
        }
      : undefined,
  'swap.ended': (event, { sum }, line) =>
    event.user === line.user && event.code === DONE
      ? {
          kind: 'swap',
          facts: [...sum('gave', event.from, event.amount), ...sum('received', event.to, event.receive)],
          record: { of: 'swap', id: String(event.swap), walletType: walletWord(WALLET.spot) },
        }
      : undefined,
  swapped: (event, { sum }, line) =>
    event.user === line.user
      ? {
          kind: 'swap',
          facts: [...sum('gave', event.from, event.amount), ...sum('received', event.to, event.receive)],
          record: { of: 'swap', id: String(line.seq), walletType: walletWord(WALLET.spot) },
        }
      : undefined,
  'deposit.changed': (event, { sum }, line) =>
    event.user === line.user && event.asset === line.asset
      ? {
          kind: DEPOSIT_STATES[event.status - 1] === 'reversed' ? 'reversal' : 'deposit',
          facts: [
            fact('network', networkOf(event.rail) ?? event.rail),
            fact('state', DEPOSIT_STATES[event.status - 1] ?? event.status),
            ...sum('amount', event.asset, event.amount),
          ],
          ...noRecord,
        }
      : undefined,
  'reversal.owed': (event, { sum }, line) =>
    event.user === line.user && event.asset === line.asset
      ? {
          kind: 'reversal',
          facts: [
            fact('network', networkOf(event.rail) ?? event.rail),
            ...sum(event.change < 0 ? 'repaid' : 'reversed', event.asset, Math.abs(event.change)),
            ...sum('owed', event.asset, event.owed),
          ],
          ...noRecord,
        }
      : undefined,
  'withdrawal.changed': (event, { sum }, line) =>
    event.user === line.user && event.asset === line.asset
      ? {
          kind: 'withdrawal',
          facts: [
            fact('network', networkOf(event.rail) ?? event.rail),
            ...sum('amount', event.asset, event.amount),
            ...sum('fee', event.asset, event.fee),
          ],
          ...noRecord,
        }
      : undefined,
  'earn.opened': (event, { sum }, line) =>
    event.user === line.user && event.asset === line.asset
      ? {
          kind: event.kind === EARN_KIND.finance ? 'finance' : 'stake',
          facts: [...sum('principal', event.asset, event.amount), ...sum('promised', event.asset, event.reserved)],
          ...noRecord,
        }
      : undefined,
  'earn.paid': (event, { sum }, line) =>
    event.user === line.user && event.asset === line.asset
      ? {
          kind: event.kind === EARN_KIND.finance ? 'finance' : 'stake',
          facts: [...sum('yield', event.asset, event.amount), fact('day', event.day)],
          ...noRecord,
        }
      : undefined,
  'earn.closed': (event, { sum }, line) =>
    event.user === line.user && event.asset === line.asset
      ? {
          kind: event.kind === EARN_KIND.finance ? 'finance' : 'stake',
          facts: [
            ...sum('paid', event.asset, event.paid),
            ...sum('yield', event.asset, event.yield),
            ...(event.penalty > 0 ? sum('penalty', event.asset, event.penalty) : []),
          ],
          ...noRecord,
        }
      : undefined,
  'loan.changed': (event, { sum }, line) =>
    event.user === line.user && event.asset === line.asset
      ? {
          kind: 'loan',
          facts: [
            fact('step', LOAN_CAUSES[event.cause - 1] ?? event.cause),
            ...sum('amount', event.asset, Math.abs(event.amount)),
            ...sum('interest', event.asset, event.ofInterest),
            ...sum('owed', event.asset, event.principal + event.interest),
          ],
          ...noRecord,
        }
      : undefined,
  rewarded: (event, { sum }, line) =>
    event.user === line.user
      ? {
          kind: 'reward',
          facts: [fact('campaign', event.campaign), ...sum('amount', event.asset, event.amount)],
          ...noRecord,
        }
      : undefined,
  'deal.changed': (event, { sum }, line) =>
    event.buyer === line.user || event.seller === line.user
      ? {
          kind: 'otc',
          facts: [
            fact('role', event.buyer === line.user ? 'buyer' : 'seller'),
            fact('state', DEAL_STATES[event.state] ?? event.state),
            ...sum('amount', event.asset, event.amount),
            ...sum('fee', event.asset, event.fee),
          ],
          ...noRecord,
        }
      : undefined,
  'bond.changed': (event, { sum }, line) =>
    event.user === line.user
      ? { kind: 'otcBond', facts: sum('bond', event.asset, event.bond), ...noRecord }
      : undefined,
  'offer.changed': (event, { sum }, line) =>
    event.user === line.user
      ? { kind: 'otcOffer', facts: sum('left', event.asset, event.left), ...noRecord }
      : undefined,
  corrected: (event, { sum }, line) =>
    event.user === line.user && event.asset === line.asset
      ? {
          kind: 'correction',
          facts: [...sum('amount', event.asset, event.amount), fact('ofCommand', event.cause)],
          ...noRecord,
        }
      : undefined,
};

/** Events that explain a line of a kind, the most specific first. */
const SPEAKS: Readonly<Record<BillLine['kind'], readonly EventName[]>> = {
  trade: [],
  fee: [],
  rebate: ['rebate', 'agent.share'],
  funding: ['funding'],
  liquidation: ['deleveraged', 'fund.takeover', 'liquidation.step', 'margin.step'],
  transfer: ['position.changed', 'transferred'],
  swap: ['swapped', 'swap.ended'],
  deposit: ['deposit.changed', 'reversal.owed'],
  withdrawal: ['withdrawal.changed'],
  borrow: ['debt.changed'],
  repay: ['debt.repaid', 'debt.changed'],
  interest: ['debt.repaid', 'interest'],
  second: [],
  stake: ['earn.paid', 'earn.closed', 'earn.opened'],
  finance: ['earn.paid', 'earn.closed', 'earn.opened'],
  loan: ['loan.changed'],
  otc: ['deal.changed', 'bond.changed', 'offer.changed'],
  reward: ['rewarded'],
  practice: ['practice'],
  correction: ['corrected'],
};

/** The cause of a line from its command's events. Only the kind if they say nothing. */
export function causeIn(facts: Facts, line: BillLine, events: readonly ExchangeEvent[]): Cause {
  for (const name of SPEAKS[line.kind]) {
    const causeOf = CAUSES[name] as CauseOf<EventName> | undefined;
    for (const event of events) {
      const cause = event.name === name ? causeOf?.(event, facts, line) : undefined;
      if (cause !== undefined) return cause;
    }
  }
  return { kind: line.kind, facts: [], record: null };
}

function positionRecord(line: BillLine): CauseRecord {
  return line.causeKind === 'position'
    ? { of: 'position', id: String(line.causeId), walletType: walletWord(line.wallet) }
    : null;
}

function borrowRecord(line: BillLine): CauseRecord {
  return { of: 'borrow', id: String(line.seq), walletType: walletWord(line.wallet) };
}
