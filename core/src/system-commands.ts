// Commands that no user sends: from the sequencer, the markets and identity checks.

import { MARKET_MAKER, MARKET_TYPE } from './enum/index.ts';
import { quotesNothing } from './order/index.ts';
import { commitGenesis, decideGenesis } from './genesis.ts';
import type { Parts } from './parts.ts';
import { onlyTakes } from './perpetual/index.ts';
import { RULE } from './rules.ts';
import {
  type CommandOf,
  commands,
  decodeCommand,
  DONE,
  MAX_SESSIONS,
  MAX_TICKS,
  rejects,
  layoutOf,
} from './schema/index.ts';
import { commitQuote, decideQuote } from './spot/index.ts';

/** Offset of a record's first field. */
const FIRST = 2;
const TICK_WORDS = 5;
const LEVEL_WORDS = 3;
const SEAL = layoutOf('seal');
const K = {
  genesis: commands['genesis'].kind,
  epoch: commands['epoch'].kind,
  activate: commands['rules.activate'].kind,
  announce: commands['rules.announce'].kind,
  seal: commands['seal'].kind,
  ticks: commands['ticks'].kind,
  quote: commands['maker.quote'].kind,
  hours: commands['hours.set'].kind,
  slotEnd: commands['slot.end'].kind,
  open: commands['user.open'].kind,
  set: commands['user.set'].kind,
} as const;

/** A calendar's hours are fixed this long ahead, ms. */
const HOURS_NOTICE = 86_400_000;

/** The highest index price: that of the highest tick. */
const MOST_CENTS = MAX_TICKS * 100;

const OWN: readonly number[] = Object.values(K);

/**
 * The price of a level that a quote names twice, in ticks; 0 when none. An event then shows only one step of that
 * level.
 */
function levelTwice(words: Float64Array, at: number): number {
  const rows = at + FIRST + 2;
  const end = rows + (words[at + FIRST + 1] as number) * LEVEL_WORDS;
  // Bounded by `MAX_QUOTE_LEVELS` squared.
  for (let row = rows; row < end; row += LEVEL_WORDS)
    for (let other = row + LEVEL_WORDS; other < end; other += LEVEL_WORDS)
      if (words[other + 1] === words[row + 1] && words[other] === words[row]) return words[row + 1] as number;
  return 0;
}

export class SystemCommands {
  /** Results of the last run: the id or count made, the refusal's numbers. */
  result = 0;
  expected = 0;
  got = 0;
  private readonly parts: Parts;
  private readonly newest: number;
  private readonly endSlot: () => void;

  /** `newest`: the highest version of the rules that may be activated. `endSlot`: does what the ticks of an open slot cause. */
  constructor(parts: Parts, newest: number, endSlot: () => void) {
    this.parts = parts;
    this.newest = newest;
    this.endSlot = endSlot;
  }

  /** Whether this class decides the kind, not a domain. */
  knows(kind: number): boolean {
    return OWN.includes(kind);
  }

  /** Decides and commits. Returns 200 or the refusal's code. */
  run(words: Float64Array, at: number, kind: number): number {
    const { context } = this.parts.spot;
    this.result = 0;
    this.expected = 0;
    this.got = 0;
    if (kind === K.ticks) return this.ticks(words, at);
    if (kind === K.slotEnd) {
      // What waited is done behind this command, as after any other.
      this.parts.clock.slotOpen = false;
      return DONE;
    }
    if (kind === K.quote) {
      const { perpetual, orderBooks } = this.parts;
      const market = words[at + FIRST] as number;
      const twice = levelTwice(words, at);
      if (twice !== 0) return this.refuse(rejects['request.invalid'], 0, twice);
      const instrument = orderBooks.markets.exists(market) ? (orderBooks.markets.rows.instrument[market] as number) : 0;
      if (instrument !== 0 && quotesNothing(orderBooks, this.parts.prices, instrument) && !onlyTakes(words, at))
        return this.refuse(rejects['price.stale'], 0, instrument);
      if (orderBooks.markets.exists(market) && orderBooks.markets.rows.type[market] !== MARKET_TYPE.spot) {
        const code = perpetual.decideQuote(words, at);
        if (code !== DONE) return this.refuse(code, perpetual.expected, perpetual.got);
        this.result = perpetual.commitQuote(words, at);
        return code;
      }
      const code = decideQuote(context, words, at);
      if (code !== DONE) return this.refuse(code, context.expected, context.got);
      this.result = commitQuote(context, words, at);
      return code;
    }
    const { users, prices, clock, out } = this.parts;
    const first = words[at + FIRST] as number;
    if (kind === K.open) {
      if (first !== 0 && (!users.exists(first) || first === MARKET_MAKER))
        return this.refuse(rejects['request.notFound'], 0, first);
      if (users.full()) return this.refuse(rejects['request.tooFrequent'], users.rows.most, users.rows.top);
      this.result = users.open(first, 0);
      return DONE;
    }
    if (kind === K.set) {
      if (!users.exists(first) || first === MARKET_MAKER) return this.refuse(rejects['request.notFound'], 0, first);
      users.set(first, words[at + FIRST + 1] as number, words[at + FIRST + 2] as number);
      return DONE;
    }
    if (kind === K.hours) {
      const count = words[at + FIRST + 1] as number;
      if (!prices.calendars.sound(words, at + FIRST + 2, count))
        return this.refuse(rejects['request.invalid'], 0, count);
      const sessions = prices.calendars.after(first, words, at + FIRST + 2, count, clock.now);
      if (sessions > MAX_SESSIONS) return this.refuse(rejects['request.invalid'], MAX_SESSIONS, sessions);
      // Hours published for the next 24 h cannot change, so no user meets an unexpected close (since rules
      // `closingHours`).
      const shut = prices.calendars.firstShut(first, words, at + FIRST + 2, count, clock.now, clock.now + HOURS_NOTICE);
      if (clock.rules >= RULE.closingHours && shut !== 0) return this.refuse(rejects['request.invalid'], 0, shut);
      prices.setHours(first, words, at + FIRST + 2, count);
      this.parts.hoursTurned(first);
      return DONE;
    }
    if (kind === K.genesis) {
      const genesis = decodeCommand(words, at) as CommandOf<'genesis'>;
      const code = decideGenesis(this.parts, genesis);
      if (code === DONE) commitGenesis(this.parts, genesis);
      return code;
    }
    if (kind === K.epoch) {
      if (first <= clock.epoch) return this.refuse(rejects['request.invalid'], clock.epoch + 1, first);
      clock.epoch = first;
      out.record('epoch', { epoch: first });
      return DONE;
    }
    if (kind === K.activate || kind === K.announce) {
      const { ruleChanges, domains } = this.parts;
      const code =
        kind === K.activate
          ? ruleChanges.activate(first, this.newest, domains)
          : ruleChanges.announce(first, words[at + FIRST + 1] as number, this.newest);
      return code === DONE ? DONE : this.refuse(code, ruleChanges.expected, ruleChanges.got);
    }
    if (kind === K.seal) {
      // The event has the fields of its command.
      const length = words[at + 1] as number;
      const to = out.open(SEAL.head, length - SEAL.head.length);
      out.words.set(words.subarray(at + SEAL.digest, at + length), to + SEAL.digest);
      return DONE;
    }
    return this.refuse(rejects['request.invalid'], 0, kind);
  }

  private refuse(code: number, expected: number, got: number): number {
    this.expected = expected;
    this.got = got;
    return code;
  }

  private ticks(words: Float64Array, at: number): number {
    const { prices, orderBooks, domains, clock } = this.parts;
    const count = words[at + FIRST] as number;
    const quotes = at + FIRST + 1 + count * TICK_WORDS;
    const sources = words[quotes] as number;
    for (let row = 0; row < count; row += 1) {
      const from = at + FIRST + 1 + row * TICK_WORDS;
      const instrument = words[from] as number;
      if (!prices.exists(instrument)) return this.refuse(rejects['request.notFound'], 0, instrument);
      if ((words[from + 3] as number) > (words[from + 4] as number))
        return this.refuse(rejects['request.invalid'], words[from + 4] as number, words[from + 3] as number);
      // No market can trade beyond this price; values of open positions would leave the safe integer range.
      if ((words[from + 1] as number) > MOST_CENTS)
        return this.refuse(rejects['request.invalid'], MOST_CENTS, words[from + 1] as number);
    }
    if (clock.slotOpen) this.endSlot();
    let source = 0;
    for (let row = 0; row < count; row += 1) {
      const from = at + FIRST + 1 + row * TICK_WORDS;
      const instrument = words[from] as number;
      prices.tick(
        instrument,
        words[from + 1] as number,
        words[from + 2] as number,
        words[from + 3] as number,
        words[from + 4] as number,
      );
      // Sources of one tick are adjacent, in the order of the ticks. The end of the loop detects a source out of order.
      while (source < sources && words[quotes + 1 + source * TICK_WORDS] === instrument) {
        prices.source(words, quotes + 1 + source * TICK_WORDS);
        source += 1;
      }
    }
    for (; source < sources; source += 1) prices.source(words, quotes + 1 + source * TICK_WORDS);
    for (const domain of domains)
      for (let row = 0; row < count; row += 1) domain.tick(words[at + FIRST + 1 + row * TICK_WORDS] as number);
    const m = orderBooks.markets.rows;
    for (let market = 1; market <= m.top; market += 1) if (orderBooks.markets.exists(market)) orderBooks.stir(market);
    clock.slotOpen = clock.rules >= RULE.tickWorkBehindQuotes;
    return DONE;
  }
}
