// Who of the desk may send what (core §3, money §12.14, failures W07, W08): every command of a person against every
// operator, from the table of roles.
import { describe, expect, it } from 'vitest';
import { MARKET_MAKER } from '../../src/enum/index.ts';
import { type Command, type CommandName, commands, encodeCommand } from '../../src/index.ts';
import { ROLES as NEEDED } from '../../src/user/index.ts';
import { command, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, NO_KEY, World } from '../kit/world.ts';
import {
  ADMINISTRATOR,
  agreed,
  approve,
  deskWorld,
  FIRST,
  grantAll,
  NOBODY,
  operatorOf,
  people,
  proposal,
} from './kit.ts';
import { OPERATORS, propose, REVIEW, RISK, ROLES, SECOND, SUPPORT, TREASURY } from './kit.ts';

const names = Object.keys(commands) as CommandName[];
const ofSender = (sender: string): CommandName[] => names.filter((name) => commands[name].sender === sender);

/** A record of a kind with every field at its least: its form holds, whatever is thought of it. */
function least(name: CommandName, change: Readonly<Record<string, number>> = {}): Command {
  const fields: Record<string, unknown> = {};
  for (const [field, shape] of Object.entries(commands[name].fields as Record<string, { rows?: object; min?: number }>))
    fields[field] = shape.rows === undefined ? shape.min : [];
  return command(name, { ...fields, ...change });
}

/** What an operator's roles are, by number. */
const rolesOf = (operator: number): number => ROLES[Math.floor((operator - 1) / 2)] ?? 0;

describe('core §3 who sends what', () => {
  it('every command of a person has its roles in the table, and no other command', () => {
    expect(Object.keys(NEEDED).sort()).toEqual([...ofSender('desk'), ...ofSender('setup')].sort());
    for (const needed of Object.values(NEEDED)) expect(needed).toBeGreaterThan(0);
  });

  it('no role may both grant roles and move money', () => {
    for (const role of [SUPPORT, RISK, TREASURY, REVIEW, ADMINISTRATOR]) {
      const grants = (NEEDED['desk.grant'] & role) !== 0;
      const moves = (
        [
          'treasury.move',
          'correction',
          'campaign.fund',
          'loan.decide',
          'withdrawal.approve',
          'deal.rule',
          'bond.pay',
        ] as const
      ).some((name) => (NEEDED[name] & role) !== 0);
      expect(grants && moves, `role ${role}`).toBe(false);
    }
  });

  it.each(ofSender('desk'))(
    '%s: 403 for everyone without the role, nothing changed; by its words for the others',
    (name) => {
      const world = deskWorld();
      for (let operator = 0; operator <= OPERATORS + 1; operator += 1) {
        const one = least(name, { operator });
        const words = encodeCommand(one);
        const may = operator <= OPERATORS && (rolesOf(operator) & NEEDED[name as keyof typeof NEEDED]) !== 0;
        const before = world.exchange.digest();
        const reply = world.raw(words);
        if (may) expect(reply.code, `operator ${operator}`).not.toBe(403);
        else {
          // Operator 0 is out of bounds where one person always sends it.
          expect(reply.code, `operator ${operator}`).toBe(operator === 0 && reply.code === 400 ? 400 : 403);
          if (reply.code === 403)
            expect([reply.expected, reply.got]).toEqual([NEEDED[name as keyof typeof NEEDED], rolesOf(operator)]);
          expect(world.exchange.digest()).toBe(before);
        }
      }
    },
  );

  it.each(ofSender('setup'))('%s: the sequencer’s before the first customer, afterwards 403', (name) => {
    const world = new World({}, 0);
    grantAll(world);
    const code = (): number => {
      const twin = world.twin();
      twin.advance(world.time);
      const before = twin.digest();
      const answer = twin.apply(encodeCommand(least(name)), 0);
      twin.audit();
      if (answer !== 200) expect(twin.digest()).toBe(before);
      return answer;
    };
    expect(code()).not.toBe(403);
    people(world, 1);
    expect(code()).toBe(403);
  });

  it.each(ofSender('setup'))('%s may be proposed only by one with the role', (name) => {
    const world = deskWorld();
    const needed = NEEDED[name as keyof typeof NEEDED];
    for (let operator = 1; operator <= OPERATORS; operator += 1)
      if ((rolesOf(operator) & needed) === 0) {
        const reply = propose(world, least(name), operator);
        expect(reply, `operator ${operator}`).toMatchObject({ code: 403, expected: needed, got: rolesOf(operator) });
      }
  });

  it('a customer’s number is no operator’s, and an operator’s no customer’s', () => {
    const world = deskWorld();
    expect(world.send(command('market.stop', { operator: NOBODY, market: 1, state: 2 })).code).toBe(403);
    expect(world.transfer(operatorOf(TREASURY), 1, 2, USDT, 1).code).toBe(403);
  });
});

describe('money §12.14 a person’s command that moves house money carries two approvers', () => {
  // Every class of the house’s money that a person can name or decide over: the rest move by rules alone.
  const moving: Partial<Record<CommandName, string>> = {
    'treasury.move': 'between house accounts',
    correction: 'treasury to a customer',
    'campaign.fund': 'rewards to a campaign',
    'deal.rule': 'escrow of a deal',
    'bond.pay': 'a merchant’s bond to who a deal harmed, after notice',
    'loan.decide': 'lending to a customer, alone below the threshold',
    'withdrawal.approve': 'a customer’s hold to outside, alone below the threshold',
  };

  it('no command of one person has an amount; those of two are proposals of setup', () => {
    for (const name of ofSender('desk')) {
      const fields = Object.values(commands[name].fields as Record<string, { unit?: string }>);
      expect(
        fields.filter(({ unit }) => unit === 'atoms'),
        name,
      ).toEqual([]);
    }
    for (const name of ['treasury.move', 'correction', 'campaign.fund', 'deal.rule', 'bond.pay'] as const)
      expect(commands[name].sender, name).toBe('setup');
    expect(Object.keys(moving).every((name) => ['setup', 'desk'].includes(commands[name as CommandName].sender))).toBe(
      true,
    );
  });

  it('every amount of money in a command of two persons is a bound or a price, but for those named here', () => {
    // Fields of unit atoms of commands of setup: those that are terms stand here by name.
    const terms =
      /^(minValue|maxValue|min|max|impact|caps?|limit|threshold|perPoint|fee|step|minDeposit|minWithdrawal|bond|most|total|each|perLot)$/;
    for (const name of ofSender('setup')) {
      const fields = commands[name].fields as Record<
        string,
        { unit?: string; rows?: Record<string, { unit: string }> }
      >;
      const amounts = Object.entries(fields).flatMap(([field, { unit, rows }]) =>
        rows === undefined ? [[field, unit]] : Object.entries(rows).map(([inner, row]) => [inner, row.unit]),
      );
      const free = amounts.filter(([field, unit]) => unit === 'atoms' && !terms.test(field!)).map(([field]) => field);
      expect(free.length === 0 || name in moving, `${name} names ${free.join(', ')}`).toBe(true);
    }
  });

  it('the same person twice, whatever the way: refused', () => {
    const world = deskWorld();
    const one = command('correction', { user: ANNA, asset: USDT, amount: 5, cause: 1 });
    const id = world.must(proposal(FIRST, one));
    const before = world.exchange.digest();
    expect(approve(world, id, FIRST)).toMatchObject({ code: 403, got: FIRST });
    expect(approve(world, id, NOBODY).code).toBe(403);
    expect(approve(world, id, operatorOf(ADMINISTRATOR)), 'another role').toMatchObject({
      code: 403,
      expected: TREASURY,
    });
    expect(world.exchange.digest()).toBe(before);
    expect(approve(world, id, operatorOf(TREASURY)).code).toBe(200);
  });

  it('the first person no longer counts once the role is gone', () => {
    const world = deskWorld();
    const teller = operatorOf(TREASURY);
    const id = world.must(proposal(teller, command('correction', { user: BEN, asset: USDT, amount: 5, cause: 1 })));
    expect(agreed(world, command('desk.grant', { operator: teller, roles: SUPPORT })).code).toBe(200);
    const before = world.exchange.digest();
    expect(approve(world, id)).toMatchObject({ code: 403, expected: TREASURY, got: SUPPORT });
    expect(world.exchange.digest()).toBe(before);
    expect(agreed(world, command('desk.grant', { operator: teller, roles: TREASURY })).code).toBe(200);
    expect(approve(world, id).code).toBe(200);
  });

  it('operator 0 exists in proposals alone', () => {
    const world = deskWorld();
    for (const name of ['loan.decide', 'withdrawal.approve'] as const) {
      expect(world.send(least(name, { operator: 0 })).code).toBe(403);
      // With a name of its own, a decision is one person's and cannot be proposed.
      expect(propose(world, least(name, { operator: SECOND })), name).toMatchObject({ code: 403, got: SECOND });
      expect(propose(world, least(name, { operator: 0 }), operatorOf(RISK)).code).toBe(403);
      expect(propose(world, least(name, { operator: 0 }), operatorOf(REVIEW)).code).not.toBe(403);
    }
  });
});

describe('desk.grant', () => {
  it('of a desk without two administrators is still the sequencer’s after the first customer, and only until there are two', () => {
    const world = new World({}, 0);
    people(world, 2);
    const grant = (operator: number, roles: number): number =>
      world.send(command('desk.grant', { operator, roles })).code;
    // Nothing else became the sequencer's again by that.
    for (const name of ofSender('setup').filter((one) => one !== 'desk.grant'))
      expect(world.raw(encodeCommand(least(name))).code, name).toBe(403);
    expect(grant(3, REVIEW | SUPPORT)).toBe(200);
    expect(grant(1, ADMINISTRATOR)).toBe(200);
    // The one administrator cannot be taken away again, and grants nothing alone.
    expect(grant(1, SUPPORT)).toBe(400);
    expect(agreed(world, command('desk.grant', { operator: 4, roles: ADMINISTRATOR }), 1, 3).code).toBe(403);
    expect(grant(2, ADMINISTRATOR)).toBe(200);
    const before = world.exchange.digest();
    for (const [operator, roles] of [
      [3, 31],
      [4, ADMINISTRATOR],
      [1, 0],
    ] as const)
      expect(grant(operator, roles), `operator ${operator}`).toBe(403);
    expect(world.exchange.digest()).toBe(before);
    expect(agreed(world, command('desk.grant', { operator: 4, roles: RISK }), 1, 2).code).toBe(200);
  });

  it('takes effect at once, is emitted, and 0 takes all away', () => {
    const world = deskWorld();
    expect(agreed(world, command('desk.grant', { operator: 50, roles: SUPPORT })).code).toBe(200);
    expect(world.emitted('desk.changed')).toMatchObject([{ operator: 50, roles: SUPPORT }]);
    expect(world.emitted('proposal.changed')).toMatchObject([{ by: FIRST, second: SECOND, state: 2 }]);
    const freeze = command('user.freeze', { operator: 50, user: ANNA, locks: 1 });
    expect(world.send(freeze).code).toBe(200);
    expect(world.emitted('desk.acted')).toMatchObject([{ operator: 50, command: commands['user.freeze'].kind }]);
    expect(agreed(world, command('desk.grant', { operator: 50, roles: 0 })).code).toBe(200);
    expect(world.send(freeze).code).toBe(403);
  });

  it('never leaves fewer than two administrators: nobody could grant any more', () => {
    const world = deskWorld();
    const take = (operator: number): number => agreed(world, command('desk.grant', { operator, roles: 0 })).code;
    expect(take(operatorOf(ADMINISTRATOR))).toBe(200);
    expect(take(operatorOf(ADMINISTRATOR) + 1)).toBe(200);
    expect(take(FIRST)).toBe(400);
    expect(take(SECOND)).toBe(400);
    expect(agreed(world, command('desk.grant', { operator: FIRST, roles: 31 - SUPPORT })).code).toBe(200);
  });
});

describe('user.freeze and user.unfreeze', () => {
  const locks = (world: World, user: number): number => world.audit.users.get(user)!.locks;
  const freeze = (world: World, bits: number, user = ANNA): number =>
    world.send(command('user.freeze', { operator: operatorOf(SUPPORT), user, locks: bits })).code;

  it('one person freezes; identity cannot take the desk’s lock away; two persons can', () => {
    const world = deskWorld();
    expect(freeze(world, 1)).toBe(200);
    expect(world.place(ANNA, { price: 99, lots: 1 }).code).toBe(1011);
    expect(world.cancelAll(ANNA).code, 'cancels go on').toBe(200);
    world.must(command('user.set', { user: ANNA, stage: 2, locks: 2 }));
    expect(locks(world, ANNA)).toBe(3);
    world.must(command('user.set', { user: ANNA, stage: 2, locks: 0 }));
    expect(locks(world, ANNA)).toBe(1);
    expect(agreed(world, command('user.unfreeze', { user: ANNA, locks: 1 })).code).toBe(200);
    expect(locks(world, ANNA)).toBe(0);
    world.buy(ANNA, 1, 99);
  });

  it('identity’s own locks stay apart: they come and go, and two persons may lift them too', () => {
    const world = deskWorld();
    world.must(command('user.set', { user: BEN, stage: 1, locks: 2 }));
    expect(freeze(world, 4, BEN)).toBe(200);
    expect(locks(world, BEN)).toBe(6);
    expect(agreed(world, command('user.unfreeze', { user: BEN, locks: 4 })).code).toBe(200);
    expect(locks(world, BEN)).toBe(2);
    world.must(command('user.set', { user: BEN, stage: 1, locks: 0 }));
    expect(locks(world, BEN)).toBe(0);
    expect(freeze(world, 5, BEN)).toBe(200);
    world.must(command('user.set', { user: BEN, stage: 1, locks: 2 }));
    expect(agreed(world, command('user.unfreeze', { user: BEN, locks: 3 })).code).toBe(200);
    expect(locks(world, BEN)).toBe(4);
  });

  it('one lock set by both is one lock, and stays when one of them takes it back', () => {
    const world = deskWorld();
    world.must(command('user.set', { user: ANNA, stage: 1, locks: 3 }));
    expect(freeze(world, 5)).toBe(200);
    expect(locks(world, ANNA)).toBe(7);
    world.must(command('user.set', { user: ANNA, stage: 1, locks: 0 }));
    expect(locks(world, ANNA)).toBe(5);
  });

  it('nobody, the house, and locks that are not there are refused', () => {
    const world = deskWorld();
    expect(freeze(world, 1, MARKET_MAKER)).toBe(404);
    expect(freeze(world, 1, 77)).toBe(404);
    expect(propose(world, command('user.unfreeze', { user: ANNA, locks: 1 })).code).toBe(400);
    expect(propose(world, command('user.unfreeze', { user: MARKET_MAKER, locks: 1 })).code).toBe(404);
    expect(world.send(command('practice.claim', { user: MARKET_MAKER, ...NO_KEY })).code).toBe(403);
  });
});
