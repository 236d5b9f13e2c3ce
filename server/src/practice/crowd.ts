// The crowd of practice traders: whose turn it is, how many commands it may send, and what it does when it is stopped.

import { CODE, codesOf } from '@vitrine/contract';
import { type Command, dayOf } from '@vitrine/core';
import { MARKET_TYPE } from '@vitrine/core/enum';
import { type ExchangeLink, IntakeError, type Outcome } from '../engine/sequencer/index.ts';
import { type Draws, STREAMS } from '../markets/index.ts';
import { type Bucket, bucketOf } from './bucket.ts';
import { cancelAll, closePosition } from './commands.ts';
import { fundStep } from './funds.ts';
import { type CrowdMarket, crowdMarkets } from './markets.ts';
import type { Observer } from './observer.ts';
import { MOST_RATE, rateAt, REACTION_RATE } from './pace.ts';
import { ACTS, REACTIONS } from './strategy/index.ts';
import { crowdOf, pick, type Strategy, type Trader, turnOf } from './trader.ts';

/** Most commands that have waited for their turn: the bucket's capacity, four seconds of the greatest rate. */
export const CAPACITY = 4 * MOST_RATE;
/** Turns per beat at most, and how likely the crowd stops after each. */
const MOST_TURNS = 12;
const RESTS = 0.2;
/** Money matters of so many traders per beat. */
const FUNDED_AT_ONCE = 4;
/** After a refusal a trader pauses, twice as long each time it recurs, ms. */
const PAUSE_MS = 20_000;
const MOST_PAUSE_MS = 600_000;
/** Refusals because the market moved meanwhile: the order was filled, or would take. It is decided anew soon. */
const MOVED: readonly number[] = codesOf('order.final', 'order.wouldTake');
const MOVED_PAUSE_MS = 1_500;
/** How often a trader of a strategy has its turn, relative to the others. */
const TURNS: Readonly<Record<Strategy, number>> = { taker: 1, maker: 0.8, grid: 0.4, momentum: 0.4, hedger: 0.3 };
/** Makers of books with much attention react to every sweep, and have their turn more often. */
const BUSY_MAKER = { weight: 5, turns: 2 } as const;
/** Commands that a trader may send at once as reactions, before its rate bounds it. */
export const REACTION_CAPACITY = 6;
/** While there are markets without a trade of this run, takers get this share of the turns. */
const TOUR_SHARE = 0.75;
/** Purposes of the crowd's own draws: + 4 × turn. */
const SALT = { trader: 1, rest: 2, tour: 3 } as const;
const SALTS = 4;
/** The volatility that the rate follows is that of BTC. */
const BITCOIN = 1;

/** What the crowd has sent. */
export interface CrowdCounts {
  readonly sent: number;
  /** Refused by the exchange, by code. */
  readonly refused: ReadonlyMap<number, number>;
}

export interface Crowd {
  /** One beat: some traders take their turns. Resolves once everything that was sent is answered. */
  beat(now: number): Promise<void>;
  /**
   * What traders do about the events that were just seen, without waiting for a beat; undefined: nothing. Resolves once
   * everything that was sent is answered.
   */
  react(now: number): Promise<void> | undefined;
  /**
   * Cancels all orders and closes all positions whose market has a price. Resolves once that is answered, to whether
   * something is left: a position whose market is closed, or an order that is still closing one.
   */
  halt(): Promise<boolean>;
  /** Sequence number of the last command whose events the observer has. */
  saw(seq: number): void;
  readonly counts: () => CrowdCounts;
}

export interface CrowdParts {
  readonly link: Pick<ExchangeLink, 'submit' | 'state'>;
  readonly observer: Observer;
  readonly draws: Draws;
  /** User of the exchange by number of the trader. */
  readonly accounts: ReadonlyMap<number, number>;
  /** ms UTC. */
  readonly now: number;
  /** Commands per second at a time and a yearly volatility. */
  readonly rate?: typeof rateAt;
}

/** A trader between its turns. */
interface Member {
  readonly trader: Trader;
  readonly weight: number;
  /** Its last command is not answered yet, or its events not seen: its orders are not known. */
  waitsFor: number;
  pausedUntil: number;
  pause: number;
  /** UTC day of its last claim of practice money. */
  claimed: number;
  /** Commands that it may send as reactions; undefined: it waits for its turns. */
  readonly reactions: Bucket | undefined;
}

function isBusyMaker({ strategy, markets }: Trader): boolean {
  return strategy === 'maker' && (markets[0]?.weight ?? 0) >= BUSY_MAKER.weight;
}

/** The crowd over a link. It sends nothing by itself. */
export function createCrowd({ link, observer, draws, accounts, now: start, rate = rateAt }: CrowdParts): Crowd {
  const markets = crowdMarkets();
  const members = crowdOf(draws, markets, accounts).map((trader): Member => ({
    trader,
    weight: TURNS[trader.strategy] * (isBusyMaker(trader) ? BUSY_MAKER.turns : 1),
    reactions: isBusyMaker(trader) ? bucketOf(REACTION_CAPACITY, start) : undefined,
    waitsFor: 0,
    pausedUntil: 0,
    pause: PAUSE_MS,
    claimed: 0,
  }));
  const bucket = bucketOf(CAPACITY, start);
  /** Markets that no taker of this run has traded yet, in a drawn order. */
  let tour: readonly CrowdMarket[] = markets
    .filter(({ type, major }) => type !== MARKET_TYPE.inverse || major)
    .toSorted((a, b) => draws.uniform(STREAMS.crowd, a.market) - draws.uniform(STREAMS.crowd, b.market));
  let seenSeq = 0;
  let sent = 0;
  const refused = new Map<number, number>();

  const instruments = new Map(markets.map(({ market, instrument }) => [market, instrument]));
  const hasPrice = (market: number) => observer.price(instruments.get(market) ?? 0) !== undefined;
  const idle = (member: Member, now: number) => member.waitsFor <= seenSeq && member.pausedUntil <= now;

  const answered = (member: Member, command: Command, { code, seq }: Outcome, now: number): void => {
    member.waitsFor = Math.max(member.waitsFor === Number.POSITIVE_INFINITY ? 0 : member.waitsFor, seq);
    if (command.name === 'practice.claim') member.claimed = dayOf(now);
    if (code === CODE.ok) {
      member.pause = PAUSE_MS;
      return;
    }
    refused.set(code, (refused.get(code) ?? 0) + 1);
    if (MOVED.includes(code)) {
      member.pausedUntil = now + MOVED_PAUSE_MS;
      return;
    }
    member.pausedUntil = now + member.pause;
    member.pause = Math.min(MOST_PAUSE_MS, member.pause * 2);
  };

  /** Sends commands of a trader in order. They reach the exchange together with the others' of this turn of the loop. */
  const send = async (member: Member, commands: readonly Command[], now: number): Promise<void> => {
    member.waitsFor = Number.POSITIVE_INFINITY;
    sent += commands.length;
    const results = await Promise.allSettled(commands.map((command) => link.submit(command, member.trader.user)));
    for (const [at, result] of results.entries()) {
      const command = commands[at];
      if (command === undefined) continue;
      if (result.status === 'fulfilled') {
        answered(member, command, result.value, now);
        continue;
      }
      if (!(result.reason instanceof IntakeError)) throw result.reason;
      // Not taken, or not known: what became of it is in the events, if anything.
      if (member.waitsFor === Number.POSITIVE_INFINITY) member.waitsFor = 0;
      member.pausedUntil = now + member.pause;
    }
  };

  /** The trader of a turn, and the market that it should try if it is a taker on tour. */
  const chosen = (now: number, turn: number, acted: ReadonlySet<Member>) => {
    const draw = (salt: number) => draws.uniform(STREAMS.crowd, now, salt + turn * SALTS);
    const free = members.filter((member) => !acted.has(member) && idle(member, now));
    const open = tour.filter(({ instrument }) => observer.price(instrument) !== undefined);
    const tourists = free.filter(({ trader }) => trader.strategy === 'taker');
    if (open.length > 0 && tourists.length > 0 && draw(SALT.tour) < TOUR_SHARE) {
      const member = pick(tourists, draw(SALT.trader));
      const wish = open.find((one) => member.trader.markets.includes(one));
      if (wish !== undefined) return { member, wish };
    }
    return free.length === 0 ? undefined : { member: pick(free, draw(SALT.trader)), wish: undefined };
  };

  return {
    async beat(now) {
      if (!link.state().taking) return;
      bucket.fill(now, rate(now, observer.price(BITCOIN)?.volatility));
      const sending: Promise<void>[] = [];
      const acted = new Set<Member>();
      for (const member of members) {
        if (sending.length === FUNDED_AT_ONCE) break;
        if (!idle(member, now)) continue;
        const step = fundStep(member.trader, observer, now, member.claimed);
        if (step === undefined) continue;
        acted.add(member);
        sending.push(send(member, [step], now));
      }
      for (let turn = 0; turn < MOST_TURNS && bucket.left() > 0; turn += 1) {
        const next = chosen(now, turn, acted);
        if (next === undefined) break;
        const { member, wish } = next;
        acted.add(member);
        const wanted = ACTS[member.trader.strategy](turnOf(draws, member.trader, observer, now, wish));
        const commands = wanted.slice(0, bucket.left());
        if (commands.length === 0 || !bucket.take(commands.length)) continue;
        if (wish !== undefined) tour = tour.filter((one) => one !== wish);
        sending.push(send(member, commands, now));
        if (draws.uniform(STREAMS.crowd, now, SALT.rest + turn * SALTS) < RESTS) break;
      }
      await Promise.all(sending);
    },

    react(now) {
      if (!link.state().taking) return undefined;
      const sending: Promise<void>[] = [];
      for (const member of members) {
        const { trader, reactions } = member;
        const react = REACTIONS[trader.strategy];
        if (reactions === undefined || react === undefined || !idle(member, now)) continue;
        reactions.fill(now, REACTION_RATE);
        const commands = react(turnOf(draws, trader, observer, now));
        if (commands.length > 0 && reactions.take(commands.length)) sending.push(send(member, commands, now));
      }
      return sending.length === 0 ? undefined : Promise.all(sending).then(() => undefined);
    },

    async halt() {
      // All orders first: a closing order must not meet an order of another practice trader and open a new position.
      const cancels = members.filter(({ trader }) => observer.orders(trader.user).length > 0);
      await Promise.all(cancels.map((member) => send(member, [cancelAll(member.trader.user)], 0)));
      const closes = members.flatMap((member) => {
        const commands = observer
          .positions(member.trader.user)
          .filter(({ market }) => hasPrice(market))
          .map(({ position }) => closePosition(member.trader.user, position));
        return commands.length === 0 ? [] : [{ member, commands }];
      });
      await Promise.all(closes.map(({ member, commands }) => send(member, commands, 0)));
      return members.some(({ trader: { user } }) => observer.orders(user).length + observer.positions(user).length > 0);
    },

    saw(seq) {
      if (seq > seenSeq) seenSeq = seq;
    },
    counts: () => ({ sent, refused }),
  };
}
