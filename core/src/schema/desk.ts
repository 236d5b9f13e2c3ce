// Schema of the desk, of user rights and of two-operator commands (money §1, core §3): commands 23, 24, 85–89, 103, 104
// and 320–329, events 224–233 and 355.

import { list, MAX_ORDER_ATOMS, word } from './field.ts';
import { asset, market, operator, row, user } from './words.ts';

const amount = word('atoms', 1, MAX_ORDER_ATOMS);
/** Most words of a proposed command. */
export const MAX_PROPOSED_WORDS = 2_048;
const proposed = list(MAX_PROPOSED_WORDS, { word: word('bits', -(2 ** 52)) });

export const deskCommands = {
  // ── identity ──
  /** The contract agent of a user, set once, an earlier user; its share of the rest of a contract fee. */
  'agent.set': { kind: 23, sender: 'identity', fields: { user, agent: user, share: word('ppm', 0, 300_000) } },
  /** merchant: 0 no, 1 applied, 2 merchant, 3 suspended. */
  'merchant.set': { kind: 24, sender: 'identity', fields: { user, merchant: word('code', 0, 3) } },

  // ── one operator ──
  /**
   * Proposes one command of sender `setup` (or a decision above its threshold) by its words. The answer is the
   * proposal's id.
   */
  'proposal.make': {
    kind: 85,
    sender: 'desk',
    fields: { operator, words: proposed },
  },
  /** A second, different operator: decides and commits the proposed command, or is refused as it would be. */
  'proposal.approve': { kind: 86, sender: 'desk', fields: { operator, proposal: row } },
  'proposal.refuse': { kind: 87, sender: 'desk', fields: { operator, proposal: row } },
  /** One operator may only stop. state: 2 reduce-only (spot: cancel-only), 3 suspended. Starting again needs two. */
  'market.stop': { kind: 88, sender: 'desk', fields: { operator, market, state: word('code', 2, 3) } },
  'user.freeze': { kind: 89, sender: 'desk', fields: { operator, user, locks: word('code', 1, 255) } },

  // ── two operators ──
  /** roles: bits 1 support, 2 risk, 4 treasury, 8 review, 16 administrator; 0 removes all. */
  'desk.grant': { kind: 320, sender: 'setup', fields: { operator, roles: word('code', 0, 31) } },
  'asset.list': { kind: 321, sender: 'setup', fields: { asset, code: word('text', 1), scale: word('code', 0, 8) } },
  /** A spot market on a listed instrument. Fields as in genesis. */
  'market.list': {
    kind: 322,
    sender: 'setup',
    fields: {
      ...{ market, instrument: word('instrument', 1, 65_535), base: asset, quote: asset },
      ...{ tickDecimals: word('code', 0, 12), lotDecimals: word('code', 0, 12) },
      ...{ minValue: word('atoms', 0, MAX_ORDER_ATOMS), maxValue: word('atoms', 1, MAX_ORDER_ATOMS) },
    },
  },
  /** Either a state: 1 trading, 2 cancel-only or reduce-only, 3 suspended; or new order bounds; 0 keeps. */
  'market.change': {
    kind: 323,
    sender: 'setup',
    fields: {
      ...{ market, state: word('code', 0, 3), minValue: word('atoms', 0, MAX_ORDER_ATOMS) },
      maxValue: word('atoms', 0, MAX_ORDER_ATOMS),
    },
  },
  /**
   * Tick and lot of a spot market: it becomes cancel-only, all orders are cancelled with a reason, then the steps
   * change. `instrument`: the one whose index uses the new tick (unchanged when the tick is).
   */
  'market.steps': {
    kind: 324,
    sender: 'setup',
    fields: {
      ...{ market, instrument: word('instrument', 1, 65_535), tickDecimals: word('code', 0, 12) },
      lotDecimals: word('code', 0, 12),
    },
  },
  /** Spot fee tiers and shares of every fee. Stricter ones take effect after 24 h by timer. */
  'parameters.set': {
    kind: 325,
    sender: 'setup',
    fields: {
      tiers: list(16, { volume: word('whole'), maker: word('ppm', 0, 100_000), taker: word('ppm', 0, 100_000) }),
      ...{ safety: word('ppm', 0, 1_000_000), first: word('ppm', 0, 1_000_000) },
      ...{ second: word('ppm', 0, 1_000_000), third: word('ppm', 0, 1_000_000) },
    },
  },
  /**
   * Moves money between the operator's own accounts, by class as in `ledger/accounts.ts`; from `fee` and `treasury`
   * only.
   */
  'treasury.move': {
    kind: 326,
    sender: 'setup',
    fields: { from: word('code', 1, 99), to: word('code', 1, 99), asset, amount },
  },
  /** Compensates a user from `treasury`, naming the command (`cause`) that it corrects. */
  correction: { kind: 327, sender: 'setup', fields: { user, asset, amount, cause: word('seq', 1) } },
  'user.unfreeze': { kind: 328, sender: 'setup', fields: { user, locks: word('code', 1, 255) } },
  /** `user`, not yet linked, is the same person as `other`. A day later new openings count both accounts together. */
  'account.link': { kind: 103, sender: 'setup', fields: { user, other: user } },
  /** `user` is no longer linked with any account, at once. */
  'account.unlink': { kind: 104, sender: 'setup', fields: { user } },
  /** An instrument, as in genesis. */
  'instrument.list': {
    kind: 329,
    sender: 'setup',
    fields: {
      ...{ instrument: word('instrument', 1, 65_535), base: word('text', 1), quote: word('text', 1) },
      ...{ category: word('code', 1, 5), calendar: word('calendar', 0, 255), tickDecimals: word('code', 0, 12) },
    },
  },
} as const;

export const deskEvents = {
  /** state: 1 made, 2 approved and done, 3 refused, 4 expired. `words`: the proposed command, when it is made. */
  'proposal.changed': {
    kind: 224,
    fields: {
      ...{ proposal: row, command: word('code', 1), by: operator, second: word('code', 0, 65_535) },
      ...{ state: word('code', 1, 4), until: word('ms'), words: proposed },
    },
  },
  'desk.changed': { kind: 225, fields: { operator, roles: word('code', 0, 31) } },
  /**
   * A parameter change was accepted and takes effect at `from`. state: 1 announced (`words`: the command), 2 in force
   * now, 3 replaced by a newer one, 4 dropped because it no longer fits (`code`: why).
   */
  'parameters.changed': {
    kind: 226,
    fields: {
      ...{ change: row, command: word('code', 1), from: word('ms'), state: word('code', 1, 4) },
      ...{ code: word('code'), words: proposed },
    },
  },
  moved: { kind: 227, fields: { from: word('code', 1, 99), to: word('code', 1, 99), asset, amount } },
  corrected: { kind: 228, fields: { user, asset, amount, cause: word('seq', 1) } },
  'agent.changed': { kind: 229, fields: { user, agent: user, share: word('ppm') } },
  'merchant.changed': { kind: 230, fields: { user, merchant: word('code', 0, 3) } },
  /** The agent's share of one contract fee, naming its trade. */
  'agent.share': {
    kind: 231,
    fields: { market, trade: word('seq', 1), from: user, to: user, asset, amount: word('atoms', 1) },
  },
  /** Shares of every fee in force. */
  'shares.changed': {
    kind: 232,
    fields: {
      ...{ safety: word('ppm'), first: word('ppm'), second: word('ppm'), third: word('ppm') },
      version: word('code', 1),
    },
  },
  /** state: 1 linked with `other` (and its group), effective at `from`; 2 no longer. */
  'link.changed': { kind: 355, fields: { user, other: user, from: word('ms'), state: word('code', 1, 2) } },
  /** Which operator sent the current command. */
  'desk.acted': { kind: 233, fields: { operator, command: word('code', 1) } },
} as const;
