// core §3, `docs/concepts/nobody.md`: nobody can set a price of settlement, an outcome, or a balance from nothing. The page names
// every command with its sender; what each can do to money is data, held against sound commands that are run.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ACCOUNT_CLASS } from '../../src/enum/index.ts';
import {
  type Command,
  type CommandName,
  commands,
  encodeCommand,
  type Exchange,
  openExchange,
  restoreExchange,
} from '../../src/index.ts';
import { CLAIM_NOTICE } from '../../src/otc/index.ts';
import { ROLES } from '../../src/user/index.ts';
import { FIRST, proposal, SECOND } from '../desk/kit.ts';
import { type ClassName, type Effect, EFFECTS } from '../kit/effects.ts';
import { command, genesisOf, USDT, usual } from '../kit/genesis.ts';
import { productSounds, productStage } from '../kit/sound-products.ts';
import { senderOf, type Sounds, sounds, stage } from '../kit/sound.ts';
import { ANNA, NOON } from '../kit/world.ts';

const names = Object.keys(commands) as CommandName[];
const page = readFileSync(new URL('../../../docs/concepts/nobody.md', import.meta.url), 'utf8');

/** Rows of the page's tables: command, sent by, can move, cannot. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map(
    (line) =>
      line
        .split('|')
        .slice(1, 5)
        .map((cell) => cell.trim()) as [string, string, string, string],
  );

/** How the page says who sends a command. */
const WHO: Record<(typeof commands)[CommandName]['sender'], string> = {
  sequencer: 'sequencer',
  markets: 'price makers',
  identity: 'sign-in service',
  user: 'customer',
  custody: 'rails',
  desk: 'one person',
  setup: 'two people',
};
const ROLE_NAMES = ['support', 'risk', 'treasury', 'review', 'administrator'] as const;

function sentBy(name: CommandName): string {
  const who = WHO[commands[name].sender];
  if (!(name in ROLES)) return who;
  const needed = ROLES[name as keyof typeof ROLES];
  const roles = ROLE_NAMES.filter((_, bit) => (needed & (1 << bit)) !== 0);
  return `${who} (${roles.length === ROLE_NAMES.length ? 'any role' : roles.join(', ')})`;
}

describe('docs/concepts/nobody.md', () => {
  it('names every command of the schema once, and no other', () => {
    expect(rows.map(([name]) => name).toSorted()).toEqual(names.map((name) => `\`${name}\``).toSorted());
  });

  it.each(rows)(
    '%s is sent by whom the schema says, with the roles of the table, and moves what the data say',
    (cell, by, moves, cannot) => {
      const name = cell.slice(1, -1) as CommandName;
      expect(by).toBe(sentBy(name));
      expect(moves.split(':')[0]).toBe(EFFECTS[name].way);
      expect(cannot.length).toBeGreaterThan(3);
    },
  );

  it('money enters and leaves by these alone', () => {
    const outside = names.filter((name) => EFFECTS[name].way === 'outside');
    expect(outside).toEqual([
      'genesis',
      'practice.claim',
      'deposit.credit',
      'deposit.reverse',
      'deposit.restore',
      'withdrawal.step',
    ]);
    for (const name of names) expect(EFFECTS[name].classes.includes('outside'), name).toBe(outside.includes(name));
    // None of them is a customer's word about an amount, or a person's of the desk.
    for (const name of outside) expect(['sequencer', 'custody', 'user']).toContain(commands[name].sender);
    expect('amount' in commands['practice.claim'].fields).toBe(false);
  });

  it('no person of the desk moves money into a customer’s account but from an account of the operator that has it', () => {
    for (const name of Object.keys(ROLES) as (keyof typeof ROLES)[]) {
      const { way, classes } = EFFECTS[name];
      expect(['none', 'release', 'operator', 'trade'], name).toContain(way);
      if (way === 'operator')
        expect(
          classes.some((of) => of !== 'wallet'),
          name,
        ).toBe(true);
      // Settling two customers' deal is the one case of a trade, and paying who it harmed from the bond.
      if (way === 'trade') expect(['deal.rule', 'bond.pay']).toContain(name);
    }
  });
});

interface Account {
  readonly of: number;
  readonly user: number;
  readonly asset: number;
  readonly available: number;
  readonly held: number;
}

/** Every account of an exchange, by slot. */
function accounts(exchange: Exchange): Account[] {
  const part = exchange.save().tables.find(({ name }) => name === 'accounts')!;
  const column = (name: string): Float64Array | Int32Array => part.columns.find((one) => one.name === name)!.data;
  const [of, user, asset, available, held] = ['class', 'user', 'asset', 'available', 'held'].map(column);
  return Array.from({ length: of!.length }, (_, slot) => ({
    ...{ of: of![slot]!, user: user![slot]!, asset: asset![slot]!, available: available![slot]!, held: held![slot]! },
  }));
}

interface Move extends Account {
  readonly free: number;
  readonly bound: number;
}

/** What changed between two states, account by account. */
function moves(before: readonly Account[], after: readonly Account[]): Move[] {
  return after
    .map((now, slot) => ({
      ...now,
      free: now.available - (before[slot]?.available ?? 0),
      bound: now.held - (before[slot]?.held ?? 0),
    }))
    .filter(({ free, bound }) => free !== 0 || bound !== 0);
}

const classOf = (of: number): ClassName =>
  Object.entries(ACCOUNT_CLASS).find(([, code]) => code === of)![0] as ClassName;

/** What a command moved is what its effect says it may. */
function holds(effect: Effect, moved: readonly Move[], sender: number, what: string): void {
  expect(
    moved.map(({ of }) => classOf(of)).filter((of) => !effect.classes.includes(of)),
    `${what}: only its classes`,
  ).toEqual([]);
  const sums = new Map<number, number>();
  for (const { asset, free, bound } of moved) sums.set(asset, (sums.get(asset) ?? 0) + free + bound);
  for (const [asset, sum] of sums) expect(sum, `${what}: nothing of asset ${asset} from nothing`).toBe(0);
  if (effect.way === 'none') expect(moved, what).toEqual([]);
  else expect(moved.length, `${what}: something moved, or it proves nothing`).toBeGreaterThan(0);
  if (effect.way === 'own') for (const { user } of moved) expect(user, what).toBe(sender);
  if (effect.way === 'release') {
    const own = new Map<string, number>();
    for (const { user, asset, free, bound } of moved)
      own.set(`${user} ${asset}`, (own.get(`${user} ${asset}`) ?? 0) + free + bound);
    for (const [whose, sum] of own) expect(sum, `${what}: nobody has more or less (${whose})`).toBe(0);
    expect(
      moved.reduce((sum, { bound }) => sum + bound, 0),
      `${what}: less is held`,
    ).toBeLessThan(0);
  }
  for (const { of, available, held } of moved)
    if (!['outside', 'clearing', 'debt'].includes(classOf(of)))
      expect(Math.min(available, held), `${what}: no account pays what it does not have`).toBeGreaterThanOrEqual(0);
}

describe('a sound command of each kind does to money what its line says, and nothing else', () => {
  const set = stage();
  const products = productStage();
  const saved = set.world.exchange.save();

  /** Runs a command as its sender would: those of two persons through a proposal. */
  function run(one: Command, from = saved, time = set.world.time): { moved: Move[]; exchange: Exchange } {
    const exchange = restoreExchange(structuredClone(from));
    exchange.advance(time);
    const done = (words: Float64Array): number => {
      expect(exchange.apply(words, 0), `${one.name}: ${exchange.expected}, ${exchange.got}`).toBe(200);
      return exchange.result;
    };
    const words = encodeCommand(one);
    // What it ends: Anna's stop order goes.
    if (one.name === 'slot.end') done(encodeCommand(set.world.ticks([11_600, 5_000])));
    let before = accounts(exchange);
    if (commands[one.name].sender === 'setup') {
      const made = done(encodeCommand(proposal(FIRST, one)));
      if (one.name === 'bond.pay') {
        // Announced, nothing has moved; what other timers do in its notice is not its own.
        expect(moves(before, accounts(exchange))).toEqual([]);
        exchange.advance(time + CLAIM_NOTICE);
        before = accounts(exchange);
      }
      done(encodeCommand(command('proposal.approve', { operator: SECOND, proposal: made })));
    } else done(words);
    exchange.audit();
    return { moved: moves(before, accounts(exchange)), exchange };
  }

  it.each(Object.entries(sounds) as [CommandName, NonNullable<Sounds[CommandName]>][])('%s', (name, make) => {
    const one = make(set);
    expect(one.name).toBe(name);
    holds(EFFECTS[name], run(one).moved, senderOf(one), name);
  });

  it.each(Object.entries(productSounds) as [CommandName, NonNullable<(typeof productSounds)[CommandName]>][])(
    '%s',
    (name, make) => {
      const one = make(products);
      expect(one.name).toBe(name);
      const { moved } = run(one, products.world.exchange.save(), products.world.time);
      holds(EFFECTS[name], moved, senderOf(one), name);
    },
  );

  it('genesis, on an empty exchange: practice money from outside, to the operator alone', () => {
    const exchange = openExchange();
    exchange.advance(NOON);
    const before = accounts(exchange);
    expect(exchange.apply(encodeCommand(genesisOf(usual)), 0)).toBe(200);
    holds(EFFECTS['genesis'], moves(before, accounts(exchange)), 0, 'genesis');
  });

  it('proposal.approve moves what the proposed command’s line says', () => {
    const one = command('proposal.approve', { operator: SECOND, proposal: set.open });
    const { moved } = run(one);
    holds(EFFECTS['correction'], moved, 0, 'correction');
    expect(moved.map(({ of, user, asset, free }) => [classOf(of), user, asset, free])).toEqual(
      expect.arrayContaining([
        ['treasury', 0, USDT, -7],
        ['wallet', ANNA, USDT, 7],
      ]),
    );
  });

  it('the check finds a breach: another class, a sender’s neighbour, money from nothing', () => {
    const move = (of: number, user: number, free: number, bound = 0): Move => ({
      of,
      user,
      asset: USDT,
      available: 9,
      held: 9,
      free,
      bound,
    });
    const breach = (effect: Effect, ...moved: Move[]): void =>
      expect(() => holds(effect, moved, ANNA, 'planted')).toThrow();
    breach(EFFECTS['wallet.transfer'], move(ACCOUNT_CLASS.treasury, 0, -5), move(ACCOUNT_CLASS.wallet, ANNA, 5));
    breach(EFFECTS['wallet.transfer'], move(ACCOUNT_CLASS.wallet, ANNA + 1, -5), move(ACCOUNT_CLASS.wallet, ANNA, 5));
    breach(EFFECTS['correction'], move(ACCOUNT_CLASS.wallet, ANNA, 5));
    breach(
      EFFECTS['order.cancel'],
      move(ACCOUNT_CLASS.wallet, ANNA, 5, -4),
      move(ACCOUNT_CLASS.wallet, ANNA + 1, 0, -1),
    );
    breach(EFFECTS['user.unfreeze'], move(ACCOUNT_CLASS.wallet, ANNA, 5, -5));
    breach(EFFECTS['correction']);
  });

  it('every kind is run', () => {
    const elsewhere: CommandName[] = ['genesis', 'proposal.approve'];
    // The newest version of the rules is in force: there is none to go on to. core/test/exchange/rules.test.ts runs them.
    // A swap by its quote is refused since rules swapSpread: core/test/wallet/swaps.test.ts runs it under those before.
    const none: CommandName[] = ['rules.activate', 'rules.announce', 'swap.execute'];
    expect(names.filter((name) => !(name in sounds || name in productSounds || elsewhere.includes(name)))).toEqual(
      none,
    );
  });
});
