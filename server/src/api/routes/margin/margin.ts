// Calls of margin borrowing: borrowable amounts, borrowing and repaying, a wallet's level and value (money §4).

import { CODE, type AnswerOf, codes, type Decimal } from '@vitrine/contract';
import { accrue, type Atoms, type CommandOf, hoursBegun, type UserId, rejects } from '@vitrine/core';
import { WALLET } from '@vitrine/core/enum';
import { type CommandKey, type HandlersOf, NO_KEY, refuse, refuseField } from '../../call/index.ts';
import { RECORD_KIND } from '../../../projection/views/index.ts';
import { balanceOf, decimalText, pairOf } from '../../wire/index.ts';
import { keptAnswers } from '../kept-answers.ts';
import { type Lent, lending, numbersOf } from './lending.ts';
import {
  centsText,
  LEVEL_DECIMALS,
  levelText,
  liquidationText,
  type MarginWallet,
  marketOf,
  measure,
  type WalletWorth,
  worthTexts,
} from './worth.ts';
import { type RouteParts, waitForHistory } from '../parts.ts';
import { submit, explainDryRun } from '../order/submit.ts';
import { commandKeyWords } from '../order/ticket.ts';

type Names =
  | 'wallet.getCanborrow'
  | 'wallet.preborrow'
  | 'wallet.borrow'
  | 'wallet.still'
  | 'wallet.all.marginProperty'
  | 'wallet.fixed.marginProperty'
  | 'wallet.all.getCanborrowList'
  | 'wallet.all.getDepositRate'
  | 'wallet.fixed.updateLeverageRadio';

const RATE_DECIMALS = 9;
const DAY_HOURS = 24;
const DONE = 1;
/** Repayment records that are searched. */
const NEWEST = 100;

interface Loan {
  readonly account: 'all' | 'fixed';
  readonly coin: string;
  readonly symbol?: string | undefined;
}

/** The handlers of margin borrowing. */
export function marginCalls(parts: RouteParts): HandlersOf<Names> {
  const { live, link, reads } = parts;
  const { walletOf, coinOf, amountOf, borrowCommand, mostOf } = lending(parts);
  const borrowings = keptAnswers<AnswerOf<'wallet.borrow'>>();
  const repayments = keptAnswers<AnswerOf<'wallet.still'>>();

  const rateText = (rate: number): Decimal => decimalText(rate, RATE_DECIMALS);

  /** All results of a dry run; if it is refused, what is known without it. */
  async function preview(one: MarginWallet, { asset, terms }: Lent, amount: Atoms) {
    const answer = await link.ask(borrowCommand(one, asset, amount, NO_KEY));
    const { code, args } = explainDryRun(parts, answer, { market: one.market, asset: asset.asset });
    const numbers = numbersOf(answer);
    const now: WalletWorth | undefined = code === CODE.ok ? undefined : await measure(parts, one);
    const first = accrue(amount, terms.rate, 1, 0);
    return {
      code,
      key: codes[code].key,
      args,
      coin: asset.code,
      amount: decimalText(amount, asset.scale),
      canBorrow: decimalText(code === CODE.ok ? numbers.most : await mostOf(one, asset), asset.scale),
      levelBefore: now === undefined ? levelText(numbers.before) : levelText(now.level),
      levelAfter:
        code === CODE.ok
          ? levelText(numbers.after)
          : levelText(code === rejects['level.tooLow'] ? answer.got : undefined),
      liquidationBefore:
        now === undefined ? centsText(live, one.market, numbers.liquidationBefore) : liquidationText(parts, one, now),
      liquidationAfter: centsText(live, one.market, numbers.liquidationAfter),
      firstInterest: decimalText(first.whole + (first.carry > 0 ? 1 : 0), asset.scale),
      hourRate: rateText(terms.rate),
    };
  }

  async function repay(
    input: Loan & { amount?: string | undefined; all?: boolean | undefined },
    user: UserId,
    key: CommandKey,
  ) {
    const one = walletOf(user, input.account, input.symbol);
    const { asset } = coinOf(one, input.coin);
    const all = input.all === true;
    if (all === (input.amount !== undefined)) throw refuseField('amount', all ? 'range' : 'required');
    const amount = input.amount === undefined ? (0 as Atoms) : amountOf(input.amount, asset);
    const command: CommandOf<'debt.repay'> = {
      name: 'debt.repay',
      user,
      ...commandKeyWords(key),
      wallet: one.wallet,
      market: marketOf(one),
      asset: asset.asset,
      amount,
    };
    const askedAt = live.head().time;
    const asked = await link.ask({ ...command, ...commandKeyWords(NO_KEY) });
    const outcome = await submit(parts, user, command, { market: one.market, asset: asset.asset });
    const [interest = 0, , , levelBefore = 0] = asked.numbers;
    const before = outcome.repeated ? repayments.of(outcome.seq) : undefined;
    if (before !== undefined) return before;
    // Unchanged if nothing happened between the dry run and the command; otherwise the record has the interest.
    const same = !outcome.repeated && hoursBegun(askedAt) === hoursBegun(outcome.time);
    const interestPaid = same ? interest : await interestIn(one, asset.asset, outcome.seq);
    const worth = await measure(parts, one);
    const rest = worth.holdings.find((holding) => holding.asset.asset === asset.asset);
    return repayments.keep(outcome.seq, {
      id: String(outcome.seq),
      coin: asset.code,
      interestPaid: decimalText(interestPaid, asset.scale),
      principalPaid: decimalText(outcome.result - interestPaid, asset.scale),
      left: decimalText((rest?.principal ?? 0) + (rest?.interest ?? 0), asset.scale),
      levelBefore: levelText(levelBefore),
      level: levelText(worth.level),
      seq: outcome.seq,
    });
  }

  /** The interest in a repayment, from its record in SQL. */
  async function interestIn(one: MarginWallet, asset: number, seq: number): Promise<number> {
    await waitForHistory(reads, seq);
    const filter = { wallet: one.wallet, kind: RECORD_KIND.still, assets: [asset] };
    const { records } = await reads.debtRecords(one.user, filter, { current: 1, size: NEWEST });
    return records.find((record) => record.seq === seq)?.interest ?? 0;
  }

  async function property(one: MarginWallet) {
    const worth = await measure(parts, one);
    const leverage = live.marginLeverage(one.user, one.wallet, marketOf(one));
    const levels = live.marginLevels().find((each) => each.leverage === leverage);
    const line = (level: number | undefined) => decimalText(level ?? 0, LEVEL_DECIMALS);
    return {
      symbolName: one.market === undefined ? null : pairOf(live, one.market),
      level: levelText(worth.level),
      ...worthTexts(parts, worth),
      leverageRadio: leverage,
      liquidationPrice: liquidationText(parts, one, worth),
      borrowLevel: line(levels?.borrow),
      callLevel: line(levels?.call),
      liquidationLevel: line(levels?.liquidation),
      transferOutLevel: line(live.marginTerms()?.transferOut),
      list: worth.holdings.flatMap(({ asset, terms, principal, interest }) => {
        const market = marketOf(one);
        const found = live.balance(one.user, one.wallet, asset.asset, market);
        const none = { asset: asset.asset, market, available: 0 as Atoms, held: 0 as Atoms };
        const wire = balanceOf(live, found ?? none);
        if (wire === undefined) return [];
        return [
          {
            ...wire,
            borrowed: decimalText(principal, asset.scale),
            interest: decimalText(interest, asset.scale),
            hourRate: rateText(terms.rate),
          },
        ];
      }),
    };
  }

  return {
    async 'wallet.getCanborrow'(input, { session }) {
      const one = walletOf(session.coreUser, input.account, input.symbol);
      const { asset, terms } = coinOf(one, input.coin);
      const worth = await measure(parts, one);
      const owed = worth.holdings.find((holding) => holding.asset.asset === asset.asset);
      return {
        coin: asset.code,
        symbolName: one.market === undefined ? null : pairOf(live, one.market),
        canBorrow: decimalText(await mostOf(one, asset), asset.scale),
        borrowed: decimalText(owed?.principal ?? 0, asset.scale),
        interest: decimalText(owed?.interest ?? 0, asset.scale),
        hourRate: rateText(terms.rate),
        level: levelText(worth.level),
      };
    },
    async 'wallet.preborrow'(input, { session }) {
      const one = walletOf(session.coreUser, input.account, input.symbol);
      const coin = coinOf(one, input.coin);
      return preview(one, coin, amountOf(input.amount, coin.asset));
    },
    async 'wallet.borrow'(input, { session, key }) {
      const one = walletOf(session.coreUser, input.account, input.symbol);
      const coin = coinOf(one, input.coin);
      const amount = amountOf(input.amount, coin.asset);
      const asked = await preview(one, coin, amount);
      const outcome = await submit(parts, session.coreUser, borrowCommand(one, coin.asset, amount, key), {
        market: one.market,
        asset: coin.asset.asset,
      });
      const before = outcome.repeated ? borrowings.of(outcome.seq) : undefined;
      if (before !== undefined) return before;
      const now = await measure(parts, one);
      return borrowings.keep(outcome.seq, {
        ...asked,
        code: CODE.ok,
        key: 'ok',
        args: {},
        canBorrow: decimalText(await mostOf(one, coin.asset), coin.asset.scale),
        levelAfter: levelText(now.level),
        liquidationAfter: liquidationText(parts, one, now),
        id: String(outcome.seq),
        status: DONE,
        seq: outcome.seq,
      });
    },
    'wallet.still': (input, { session, key }) => repay(input, session.coreUser, key),
    'wallet.all.marginProperty': (_, { session }) => property(walletOf(session.coreUser, 'all', undefined)),
    'wallet.fixed.marginProperty': (input, { session }) => property(walletOf(session.coreUser, 'fixed', input.x)),
    async 'wallet.all.getCanborrowList'(_, { session }) {
      const one = walletOf(session.coreUser, 'all', undefined);
      const list = [];
      // Bounded by the assets on margin; sequential, so that one customer does not fill the exchange's queue.
      for (const { asset: number, rate, limit } of live.marginAssets()) {
        const asset = live.asset(number);
        if (asset === undefined) continue;
        list.push({
          coin: asset.code,
          canBorrow: decimalText(await mostOf(one, asset), asset.scale),
          hourRate: rateText(rate),
          dayRate: rateText(rate * DAY_HOURS),
          limit: decimalText(limit, asset.scale),
        });
      }
      return list;
    },
    async 'wallet.all.getDepositRate'(_, { session }) {
      const one = walletOf(session.coreUser, 'all', undefined);
      const { level, transferOutLevel, borrowLevel, callLevel, liquidationLevel } = await property(one);
      return {
        level,
        transferOut: transferOutLevel,
        borrow: borrowLevel,
        call: callLevel,
        liquidation: liquidationLevel,
      };
    },
    async 'wallet.fixed.updateLeverageRadio'(input, { session, key }) {
      const user = session.coreUser;
      const one = walletOf(user, 'fixed', input.symbol);
      const market = marketOf(one);
      const quote = one.market && live.asset(one.market.quote);
      if (quote === undefined) throw refuse('market.unknown', { symbol: input.symbol });
      const most = live.marginMarkets().find((each) => each.market === market)?.leverage ?? 0;
      if (input.leverageRadio > most) throw refuse('leverage.limit', { most: String(most) });
      const leverageBefore = live.marginLeverage(user, WALLET.isolatedMargin, market);
      const limitBefore = await mostOf(one, quote);
      const outcome = await submit(
        parts,
        user,
        {
          name: 'debt.leverage',
          user,
          ...commandKeyWords(key),
          wallet: WALLET.isolatedMargin,
          market,
          leverage: input.leverageRadio,
        },
        { market: one.market, asset: quote.asset },
      );
      return {
        symbolName: pairOf(live, one.market),
        leverageBefore,
        leverageAfter: outcome.result,
        limitBefore: decimalText(limitBefore, quote.scale),
        limitAfter: decimalText(await mostOf(one, quote), quote.scale),
        coin: quote.code,
        seq: outcome.seq,
      };
    },
  };
}
