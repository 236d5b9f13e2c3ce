// Calls of staking and finance: products, purchases, redemptions (money §6).

import type { ParsedOf } from '@vitrine/contract';
import { type CommandOf, DONE, earlyPenalty, MAX_PRINCIPAL, rejects, type RowId, yieldOf } from '@vitrine/core';
import { EARN_KIND } from '@vitrine/core/enum';
import { parseAtoms } from '@vitrine/core/number';
import {
  type CallContext,
  type ExportersOf,
  type HandlersOf,
  NO_KEY,
  type Refusal,
  refuse,
  refuseField,
  type UserContext,
} from '../../call/index.ts';
import type { Asset, EarnProduct } from '../../../projection/handlers/index.ts';
import { type EarnLine, mapParts, type StakeFilter, type StakeLine } from '../../../projection/views/index.ts';
import {
  decimalText,
  earnOwnOf,
  financeOrderOf,
  financeProductOf,
  pledgeOrderOf,
  pledgeProductOf,
  reservesOf,
} from '../../wire/index.ts';
import type { Numbers } from '../market/far-range.ts';
import { refusalFor, submit } from '../order/submit.ts';
import { commandKeyWords, idNumber } from '../order/ticket.ts';
import { type RouteParts, waitForHistory } from '../parts.ts';

type Lists = 'pledge.orderList' | 'finance.orderList';
type Names =
  | 'pledge.list'
  | 'pledge.submit'
  | 'pledge.redeemPreview'
  | 'pledge.redeem'
  | 'finance.list'
  | 'finance.detail'
  | 'finance.submit'
  | 'finance.redeemPreview'
  | 'finance.redeem'
  | Lists;

const DAY = 86_400_000;

/** The handlers of staking and finance, and the exporters of their lists. */
export function earnCalls(parts: RouteParts): { handlers: HandlersOf<Names>; exporters: ExportersOf<Lists> } {
  const { live, link, reads } = parts;

  function assetOf(number: number): Asset {
    const asset = live.asset(number);
    if (asset === undefined) throw new Error(`expected asset ${number} to be listed`);
    return asset;
  }

  /** A product of a kind. @throws {Refusal} 4001 */
  function productOf(kind: number, id: string): EarnProduct {
    const product = live.earnProduct(idNumber(id));
    if (product?.kind !== kind) throw refuse('product.unknown');
    return product;
  }

  /** Products in order, each with the caller's purchases of it, and the reserves beside the ledger. */
  async function list<W>(
    kind: number,
    { session, after }: CallContext,
    wire: (line: EarnLine, asset: Asset, treasury: bigint, bought: number | undefined) => W,
  ) {
    await waitForHistory(reads, after);
    const summary = await reads.earn();
    const bought =
      session === undefined
        ? undefined
        : await reads.bought([session.coreUser, ...live.linked(session.coreUser).map(({ user }) => user)]);
    const records = summary.lines
      .filter(({ terms }) => terms.kind === kind)
      .map((line) => {
        const { product, asset } = line.terms;
        const own = bought === undefined ? undefined : (bought.get(product) ?? 0);
        return wire(line, assetOf(asset), summary.treasury.get(asset) ?? 0n, own);
      });
    return { records, reserves: reservesOf(live, summary), seq: summary.seq, time: summary.time };
  }

  /** The refusal for the exchange's answer to a purchase or a redemption, with the numbers of its message. */
  function refusalOf(product: EarnProduct, answer: Numbers): Refusal {
    const asset = assetOf(product.asset);
    switch (answer.code) {
      case rejects['product.range']:
        return refuse('product.range', {
          least: decimalText(product.min, asset.scale),
          most: decimalText(product.max, asset.scale),
          coin: asset.code,
        });
      case rejects['product.soldOut']:
        return refuse('product.soldOut', { left: decimalText(answer.expected, asset.scale), coin: asset.code });
      case rejects['product.times']:
        return refuse('product.times', { most: String(answer.expected) });
      case rejects['product.vip']:
        return refuse('product.vip', { vip: String(answer.expected) });
      case rejects['redeem.locked']:
        return refuse('redeem.locked', { until: String(answer.expected) });
      default:
        return refusalFor(parts, answer, { asset: product.asset });
    }
  }

  async function buy(kind: number, input: ParsedOf<'pledge.submit'>, { session, key }: UserContext) {
    const product = productOf(kind, input.id);
    const asset = assetOf(product.asset);
    const amount = parseAtoms(input.amount, asset.scale);
    if (amount === 'format' || amount === 'decimals') throw refuseField('amount', 'format');
    if (amount === 'range' || amount > MAX_PRINCIPAL)
      throw refusalOf(product, { code: rejects['product.range'], expected: 0, got: 0 });
    const command: CommandOf<'earn.buy'> = {
      ...{ name: 'earn.buy', user: session.coreUser, ...commandKeyWords(key) },
      ...{ product: product.product, amount, version: input.version },
    };
    const outcome = await submit(parts, session.coreUser, command, { asset: asset.asset }, (answer) =>
      refusalOf(product, answer),
    );
    const bought = { id: String(outcome.result), seq: outcome.seq };
    if (!outcome.repeated) {
      const { rate, days } = product;
      const promised = yieldOf(kind, amount, rate, days);
      return { ...bought, yield: decimalText(promised, asset.scale), endDate: outcome.time + days * DAY };
    }
    // The terms may have changed since the first run.
    await waitForHistory(reads, outcome.seq);
    const line = await reads.stake(session.coreUser, outcome.result);
    // The views are behind; the purchase will be there once they have caught up.
    if (line === undefined) throw refuse('server.notTaking');
    const promised = yieldOf(kind, amount, line.terms.rate, line.terms.days);
    return { ...bought, yield: decimalText(promised, asset.scale), endDate: line.stake.starts + line.terms.days * DAY };
  }

  /** An own purchase of a kind. @throws {Refusal} 404 */
  async function ownOf(kind: number, id: string, { session, after }: UserContext): Promise<StakeLine> {
    await waitForHistory(reads, after);
    const line = await reads.stake(session.coreUser, idNumber(id));
    if (line?.stake.kind !== kind) throw refuse('request.notFound');
    return line;
  }

  /** What a redemption pays, keeps and gives up: as it was, or as it would be now. */
  function priceOf({ stake, terms }: StakeLine) {
    const { code: coin, scale } = assetOf(stake.asset);
    const text = (atoms: number) => decimalText(atoms, scale);
    if (stake.status !== 0)
      return { coin, receive: text(stake.received), penalty: text(stake.penalty), forfeited: text(stake.forfeited) };
    const penalty = earlyPenalty(stake.amount, terms.penalty);
    return {
      coin,
      receive: text(stake.amount - penalty),
      penalty: text(penalty),
      forfeited: text(stake.reserved),
    };
  }

  function redeemCommand(line: StakeLine, receive: number, key: UserContext['key']): CommandOf<'earn.redeem'> {
    const { user, stake } = line.stake;
    return {
      ...{ name: 'earn.redeem', user, ...commandKeyWords(key), stake },
      receive: receive as CommandOf<'earn.redeem'>['receive'],
    };
  }

  /** What the exchange would pay now. @throws {Refusal} 404, or 4007 while it is locked. */
  async function preview(kind: number, { id }: { id: string }, context: UserContext) {
    const line = await ownOf(kind, id, context);
    const { code: coin, scale } = assetOf(line.stake.asset);
    const { amount } = line.stake;
    const penalty = earlyPenalty(amount, line.terms.penalty);
    const answer = await link.ask(redeemCommand(line, amount - penalty, NO_KEY));
    if (answer.code !== DONE) throw refusalOf(line.terms, answer);
    const [receive = 0, kept = 0, forfeited = 0] = answer.numbers;
    return {
      coin,
      receive: decimalText(receive, scale),
      penalty: decimalText(kept, scale),
      forfeited: decimalText(forfeited, scale),
    };
  }

  async function redeem(kind: number, input: ParsedOf<'pledge.redeem'>, context: UserContext) {
    const { session, key } = context;
    const line = await ownOf(kind, input.id, context);
    const receive = parseAtoms(input.receive, assetOf(line.stake.asset).scale);
    if (receive === 'format' || receive === 'decimals') throw refuseField('receive', 'format');
    if (receive === 'range') throw refuse('terms.changed');
    const command = redeemCommand(line, receive, key);
    const outcome = await submit(parts, session.coreUser, command, { asset: line.stake.asset }, (answer) =>
      refusalOf(line.terms, answer),
    );
    await waitForHistory(reads, outcome.seq);
    const after = await reads.stake(session.coreUser, line.stake.stake as RowId);
    return { ...priceOf(after ?? line), id: input.id, seq: outcome.seq };
  }

  function filterOf(kind: number, { status, startTime, endTime }: ParsedOf<Lists>): StakeFilter {
    return { kind, status, startTime, endTime };
  }

  async function orders<W>(
    kind: number,
    input: ParsedOf<Lists>,
    { session, after }: UserContext,
    wire: (line: StakeLine, asset: Asset) => W,
  ) {
    await waitForHistory(reads, after);
    const page = await reads.stakes(session.coreUser, filterOf(kind, input), input);
    const own = await reads.earnOwn(session.coreUser, kind);
    return {
      ...page,
      records: page.records.map((line) => wire(line, assetOf(line.stake.asset))),
      own: own.map((sum) => earnOwnOf(sum, assetOf(sum.asset))),
    };
  }

  async function* exported<W>(
    kind: number,
    input: ParsedOf<Lists>,
    { session, after }: UserContext,
    wire: (line: StakeLine, asset: Asset) => W,
  ) {
    await waitForHistory(reads, after);
    const lines = reads.stakeParts(session.coreUser, filterOf(kind, input));
    return yield* mapParts(lines, (part) => part.map((line) => wire(line, assetOf(line.stake.asset))));
  }

  const { staking, finance } = EARN_KIND;
  return {
    handlers: {
      'pledge.list': (_, context) => list(staking, context, pledgeProductOf),
      'pledge.submit': (input, context) => buy(staking, input, context),
      'pledge.orderList': (input, context) => orders(staking, input, context, pledgeOrderOf),
      'pledge.redeemPreview': (input, context) => preview(staking, input, context),
      'pledge.redeem': (input, context) => redeem(staking, input, context),
      async 'finance.list'({ tab }, context) {
        const all = await list(finance, context, financeProductOf);
        return tab === undefined ? all : { ...all, records: all.records.filter((one) => one.tab === tab) };
      },
      async 'finance.detail'({ id }, context) {
        const { records } = await list(finance, context, financeProductOf);
        const found = records.find((one) => one.id === id);
        if (found === undefined) throw refuse('product.unknown');
        return found;
      },
      'finance.submit': (input, context) => buy(finance, input, context),
      'finance.orderList': (input, context) => orders(finance, input, context, financeOrderOf),
      'finance.redeemPreview': (input, context) => preview(finance, input, context),
      'finance.redeem': (input, context) => redeem(finance, input, context),
    },
    exporters: {
      'pledge.orderList': (input, context) => exported(staking, input, context, pledgeOrderOf),
      'finance.orderList': (input, context) => exported(finance, input, context, financeOrderOf),
    },
  };
}
