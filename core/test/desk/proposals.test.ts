// Four eyes (money §1, §12.14; failures W08, W18, W20): what a proposal may hold, what becomes of it, and when.
import { describe, expect, it } from 'vitest';
import { type Command, type CommandName, commands, encodeCommand, RULE } from '../../src/index.ts';
import {
  MAX_PROPOSALS,
  mayBeProposed,
  PROPOSAL,
  PROPOSAL_STEPS,
  PROPOSAL_TIME,
  type Step,
} from '../../src/desk/index.ts';
import { BTC, command, genesisOf, USDT, usual } from '../kit/genesis.ts';
import { ANNA, NO_KEY, type Reply, type World } from '../kit/world.ts';
import { agreed, approve, deskWorld, FIRST, proposal, propose, refuse, SECOND } from './kit.ts';

const correction = (amount = 5): Command => command('correction', { user: ANNA, asset: USDT, amount, cause: 1 });
const raw = (world: World, words: readonly number[], operator = FIRST): Reply =>
  world.send(proposal(operator, Float64Array.from(words)));

/** Tries what must be refused: the state is as it was. */
function refused(world: World, code: number, act: () => Reply, what: string): void {
  const before = world.exchange.digest();
  expect(act().code, what).toBe(code);
  expect(world.exchange.digest(), `${what}: nothing changed`).toBe(before);
}

describe('core §8 every cell of state × step', () => {
  const steps: Record<Step, (world: World, id: number) => Reply> = {
    make: (world) => propose(world, correction(6)),
    approve: (world, id) => approve(world, id),
    refuse: (world, id) => refuse(world, id),
    time: (world) => {
      world.wait(PROPOSAL_TIME);
      return { code: 200, result: 0, expected: 0, got: 0, repeated: 0, first: 0 };
    },
  };
  const settled: Record<number, (world: World, id: number) => unknown> = {
    [PROPOSAL.approved]: steps.approve,
    [PROPOSAL.refused]: steps.refuse,
    [PROPOSAL.late]: steps.time,
  };

  it('the table knows two states and settles in three ways', () => {
    expect(PROPOSAL_STEPS[PROPOSAL.made]).toEqual({ approve: 2, refuse: 3, time: 4 });
    expect(PROPOSAL_STEPS[PROPOSAL.none]).toEqual({ make: PROPOSAL.made });
  });

  for (const step of Object.keys(steps) as Step[]) {
    it(`open × ${step}`, () => {
      const world = deskWorld();
      const id = world.must(proposal(FIRST, correction()));
      const to = PROPOSAL_STEPS[PROPOSAL.made]![step];
      expect(steps[step](world, id).code).toBe(200);
      if (to === undefined) expect(world.emitted('proposal.changed')).toMatchObject([{ state: PROPOSAL.made }]);
      else expect(world.emitted('proposal.changed')).toMatchObject([{ proposal: id, by: FIRST, state: to }]);
    });

    for (const [how, settle] of Object.entries(settled))
      it(`settled in way ${how} × ${step}`, () => {
        const world = deskWorld();
        const id = world.must(proposal(FIRST, correction()));
        settle(world, id);
        if (step === 'approve' || step === 'refuse') refused(world, 404, () => steps[step](world, id), step);
        else {
          expect(steps[step](world, id).code).toBe(200);
          if (step === 'time') expect(world.emitted('proposal.changed')).toEqual([]);
        }
      });
  }

  it('an id that never was: not found', () => {
    const world = deskWorld();
    for (const id of [1, 2, 2 ** 23 + 1, 2 ** 40]) {
      refused(world, 404, () => approve(world, id), `approve ${id}`);
      refused(world, 404, () => refuse(world, id), `refuse ${id}`);
    }
  });

  it('the proposer may take it back, and so may anyone of the desk', () => {
    const world = deskWorld();
    const own = world.must(proposal(FIRST, correction()));
    expect(refuse(world, own, FIRST).code).toBe(200);
    const other = world.must(proposal(FIRST, correction()));
    expect(refuse(world, other, 4).code).toBe(200);
  });
});

describe('what may be proposed', () => {
  const names = Object.keys(commands) as CommandName[];

  it.each(names)('%s: by its sender alone', (name) => {
    const { sender, kind } = commands[name];
    const may = sender === 'setup' || name === 'loan.decide' || name === 'withdrawal.approve';
    expect(mayBeProposed(kind)).toBe(may);
    if (may) return;
    const world = deskWorld();
    refused(world, 403, () => raw(world, [kind, 2]), name);
  });

  it('sound commands of others are refused too: ticks, credits, users’ orders, genesis, proposals themselves', () => {
    const world = deskWorld();
    const forbidden = [
      command('ticks', { ticks: [{ instrument: 1, price: 10, spread: 0, used: 3, total: 3 }], quotes: [] }),
      command('deposit.credit', {
        user: ANNA,
        asset: USDT,
        amount: 5,
        rail: 1,
        transactionHigh: 1,
        transactionLow: 1,
        position: 0,
      }),
      command('order.cancelAll', { user: ANNA, ...NO_KEY, market: 0 }),
      command('user.set', { user: ANNA, stage: 2, locks: 0 }),
      command('market.stop', { operator: FIRST, market: 1, state: 2 }),
      command('proposal.approve', { operator: SECOND, proposal: 1 }),
      proposal(SECOND, correction()),
      genesisOf(usual),
    ];
    for (const one of forbidden) refused(world, 403, () => propose(world, one), one.name);
  });

  it('words that are no whole sound record are refused as invalid', () => {
    const world = deskWorld();
    const sound = [...encodeCommand(correction())];
    refused(world, 400, () => raw(world, []), 'nothing');
    refused(world, 400, () => raw(world, [sound[0]!]), 'a kind alone');
    refused(world, 400, () => raw(world, sound.slice(0, -1)), 'cut off');
    refused(world, 400, () => raw(world, [...sound, 0]), 'longer than it says');
    for (const length of [0, 1, 5, sound.length - 1, sound.length + 1, 2_048, 2 ** 40, -6])
      refused(
        world,
        400,
        () =>
          raw(
            world,
            sound.map((word, at) => (at === 1 ? length : word)),
          ),
        `length ${length}`,
      );
    refused(world, 400, () => raw(world, [...sound, ...sound]), 'two at once');
    for (const kind of [0, 101, 134, 224, 511, 512, 2 ** 40, -1])
      refused(world, 400, () => raw(world, [kind, 2]), `kind ${kind}`);
    for (let at = 2; at < sound.length; at += 1)
      for (const value of [0, -1, 2 ** 52]) {
        const changed = sound.map((word, place) => (place === at ? value : word));
        const before = world.exchange.digest();
        const { code } = raw(world, changed);
        if (code !== 200) expect(world.exchange.digest(), `word ${at} = ${value}`).toBe(before);
        else throw new Error(`Expected word ${at} = ${value} to be refused.`);
      }
  });

  it('nonsense is refused early, with the numbers of the command itself', () => {
    const world = deskWorld();
    expect(propose(world, command('correction', { user: 77, asset: USDT, amount: 5, cause: 1 }))).toMatchObject({
      code: 404,
      got: 77,
    });
    expect(propose(world, correction(2_000_000))).toMatchObject({ code: 3001, expected: 2_000_000, got: 1_000_000 });
    expect(propose(world, command('market.change', { market: 9, state: 2, minValue: 0, maxValue: 0 })).code).toBe(2002);
  });
});

describe('approval decides again', () => {
  it('what no longer holds is refused with its code, the proposal stays, and later it may hold again', () => {
    const world = deskWorld({ rules: RULE.correctionDay - 1 });
    const id = world.must(proposal(FIRST, correction(90_000)));
    for (let turn = 0; turn < 3; turn += 1)
      expect(agreed(world, command('treasury.move', { from: 11, to: 10, asset: USDT, amount: 80_000 })).code).toBe(200);
    // A tenth of what is left: 76,000.
    refused(world, 3003, () => approve(world, id), 'beyond the cap by now');
    expect(refuse(world, id).code).toBe(200);
    const small = world.must(proposal(FIRST, correction(70_000)));
    expect(approve(world, small).code).toBe(200);
    expect(world.free(ANNA)).toBe(40_000 + 70_000);
  });

  it('two proposals of one payment: each is done once, whoever approves how often (W18)', () => {
    const world = deskWorld();
    const id = world.must(proposal(FIRST, correction(100)));
    const [first, second] = world.batch([
      command('proposal.approve', { operator: SECOND, proposal: id }),
      command('proposal.approve', { operator: 7, proposal: id }),
    ]);
    expect([first!.code, second!.code]).toEqual([200, 404]);
    expect(world.free(ANNA)).toBe(40_100);
  });

  it('the same words twice are one thing sent twice: refused while the first stands, whoever sends them (W18)', () => {
    const world = deskWorld();
    const id = world.must(proposal(FIRST, correction(100)));
    for (const operator of [FIRST, SECOND])
      expect(propose(world, correction(100), operator)).toMatchObject({ code: 400, got: id });
    expect(propose(world, correction(101)).code, 'one atom more is another').toBe(200);
    expect(approve(world, id).code).toBe(200);
    expect(propose(world, correction(100)).code, 'what was settled may be meant again').toBe(200);
  });

  it('the second person approves what was proposed, not what came by in between', () => {
    const world = deskWorld();
    const small = world.must(proposal(FIRST, correction(1)));
    const long = world.must(
      proposal(
        FIRST,
        command('parameters.set', {
          tiers: usual.tiers,
          safety: 100_000,
          first: 200_000,
          second: 100_000,
          third: 50_001,
        }),
      ),
    );
    expect(approve(world, small).code).toBe(200);
    expect(world.emitted('corrected')).toMatchObject([{ user: ANNA, asset: USDT, amount: 1 }]);
    expect(approve(world, long).code).toBe(200);
    expect(world.emitted('shares.changed')).toMatchObject([{ third: 50_001 }]);
  });
});

describe('time and bounds', () => {
  it('a proposal ends 72 hours after it was made, to the millisecond, and not before', () => {
    for (const early of [true, false]) {
      const world = deskWorld();
      const id = world.must(proposal(FIRST, correction()));
      world.wait(PROPOSAL_TIME - (early ? 1 : 0));
      expect(world.emitted('proposal.changed').map(({ state }) => state)).toEqual(early ? [] : [PROPOSAL.late]);
      expect(approve(world, id).code).toBe(early ? 200 : 404);
    }
  });

  it('each ends in its own time, also when earlier ones are settled; one timer stands for all', () => {
    const world = deskWorld();
    const ids: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      ids.push(world.must(proposal(FIRST, correction(n + 1))));
      world.wait(1_000);
    }
    refuse(world, ids[0]!);
    refuse(world, ids[2]!);
    const ended: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      world.wait(n === 0 ? PROPOSAL_TIME - 5_000 : 1_000);
      ended.push(...world.emitted('proposal.changed').map(({ proposal: id }) => id));
    }
    expect(ended).toEqual([ids[1], ids[3], ids[4]]);
  });

  it('making and taking back for ever leaves no timers, rows or words behind', () => {
    const world = deskWorld();
    const rows = (): Record<string, number> =>
      Object.fromEntries(
        world.exchange
          .save()
          .tables.filter(({ name }) => ['stored', 'proposals', 'timers'].includes(name))
          .map((part) => [part.name, part.head[0]!]),
      );
    const cycle = (): void => {
      for (let n = 0; n < 30; n += 1) refuse(world, world.must(proposal(FIRST, correction(1 + n))));
    };
    cycle();
    const before = rows();
    cycle();
    expect(rows()).toEqual(before);
  });

  it(`${MAX_PROPOSALS} stand at a time, one more is refused; one settled frees capacity`, () => {
    const world = deskWorld();
    const ids: number[] = [];
    for (let n = 0; n < MAX_PROPOSALS; n += 1) ids.push(world.must(proposal(FIRST, correction(n + 1))));
    refused(world, 429, () => propose(world, correction(99)), 'one more');
    refuse(world, ids[10]!);
    const next = world.must(proposal(FIRST, correction(77)));
    expect(ids).not.toContain(next);
    refused(world, 404, () => approve(world, ids[10]!), 'the old id of the same row');
    expect(approve(world, next).code).toBe(200);
  });

  it('proposals survive a snapshot with their words, and a seed tells them (W24)', () => {
    const world = deskWorld();
    const id = world.must(proposal(FIRST, correction(123)));
    world.must(proposal(FIRST, command('treasury.move', { from: 11, to: 10, asset: USDT, amount: 9 })));
    const twin = world.twin();
    expect(twin.digest()).toBe(world.exchange.digest());
    expect([...twin.seed()]).toEqual([...world.exchange.seed()]);
    const words = encodeCommand(command('proposal.approve', { operator: SECOND, proposal: id }));
    for (const exchange of [world.exchange, twin]) {
      exchange.advance(world.time);
      expect(exchange.apply(words, 0)).toBe(200);
      exchange.takeEvents();
      exchange.audit();
    }
    expect(twin.digest()).toBe(world.exchange.digest());
  });

  it('before the first customer the desk may already propose', () => {
    const world = deskWorld({}, 0);
    expect(agreed(world, command('treasury.move', { from: 11, to: 10, asset: USDT, amount: 9 })).code).toBe(200);
    expect(world.audit.house(10, USDT)).toBe(9);
    expect(world.audit.house(10, BTC)).toBe(0);
  });
});
