// The page's liquidation price and what may leave a position are the exchange's own (issue 13 A.3; money §3): random
// positions in a real core, with the mark pushed away from the index.

import { randomTests } from '@vitrine/core/test';
import {
  ANNA,
  BEN,
  BTC,
  COIN,
  COIN_TIERS,
  command,
  ContractWorld,
  encodeCommand,
  HOURLY,
  ISOLATED,
  LONG,
  NO_KEY,
  RULE,
  SHORT,
  TIERS,
  U,
  USDT,
} from '@vitrine/core/test/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noPosition, type Own } from '../../src/features/contract/ticket/form.ts';
import { marginPlan } from '../../src/features/contract/dialogs/margin.ts';
import { crossTrigger, isolatedTrigger, nothing } from '../../src/features/contract/calculate.ts';
import type { ContractTerms } from '../../src/features/contract/terms.ts';
import { inverse, linear } from './kit.ts';

const { rounds, usual } = randomTests(import.meta.url);

/** Steps as the page has them: with the amounts that make maintenance continuous. */
function columns(tiers: typeof TIERS): ContractTerms['tiers'] {
  const amount: number[] = [];
  for (const [at, { rate }] of tiers.entries()) {
    const before = tiers[at - 1];
    const more = before ? (before.cap * (rate - before.rate)) / 1_000_000 : 0;
    amount.push((amount[at - 1] ?? 0) + more);
  }
  return {
    cap: tiers.map(({ cap }) => cap),
    rate: tiers.map(({ rate }) => rate),
    leverage: tiers.map(({ leverage }) => leverage),
    amount,
  };
}

const MARKETS = [
  {
    market: U,
    wallet: 2,
    asset: USDT,
    size: 1,
    terms: { ...linear, perLot: 1, tiers: columns(TIERS), count: TIERS.length },
  },
  {
    market: HOURLY,
    wallet: 2,
    asset: USDT,
    size: 0.2,
    terms: { ...linear, perLot: 10, tiers: columns(TIERS), count: TIERS.length },
  },
  {
    market: COIN,
    wallet: 3,
    asset: BTC,
    size: 0.7,
    terms: { ...inverse, perLot: 1_000, face: 10, tiers: columns(COIN_TIERS), count: COIN_TIERS.length },
  },
] as const;

const anyPosition = fc.record({
  at: fc.integer({ min: 0, max: MARKETS.length - 1 }),
  side: fc.constantFrom(LONG, SHORT),
  mode: fc.constantFrom(1, 2),
  leverage: fc.constantFrom(3, 5, 8, 10, 13, 20, 33, 50),
  size: fc.integer({ min: 20, max: 450 }),
  down: fc.boolean(),
  drift: fc.integer({ min: -90, max: 90 }),
  kept: fc.integer({ min: 0, max: 400 }),
});
type Any = typeof anyPosition extends fc.Arbitrary<infer T> ? T : never;

class Scene extends ContractWorld {
  readonly any: Any;
  readonly market: number;
  readonly terms: ContractTerms;
  readonly wallet: number;
  readonly asset: number;
  readonly lots: number;
  price = 10_000;

  constructor(any: Any) {
    // Since then a solvent position that finds no orders near its price waits, and no event tells that it is endangered.
    super({ rules: RULE.solventWaits - 1 });
    const chosen = MARKETS[any.at] as (typeof MARKETS)[number];
    this.any = any;
    this.market = chosen.market;
    this.terms = chosen.terms;
    this.wallet = chosen.wallet;
    this.asset = chosen.asset;
    this.lots = Math.ceil(any.size * chosen.size);
    if (this.market === HOURLY) this.price = 5_000;
  }

  /** The index of the scene's instrument; the other one stays. */
  move(cents: number): void {
    this.price = cents;
    this.time += 1_000;
    this.must(this.ticks(this.market === HOURLY ? [10_000, cents] : [cents, 5_000]));
  }

  get own(): Own | undefined {
    const seen = this.position(ANNA, this.any.side, this.market);
    if (seen === undefined) return undefined;
    return {
      ...noPosition,
      ...{ lots: seen.lots, cost: seen.cost, margin: seen.margin, leverage: seen.leverage },
      marginMode: seen.marginMode === ISOLATED ? 'fixed' : 'all',
    };
  }

  /** Mark and index as the last event of the mark has them. */
  get prices(): readonly [mark: number, index: number] {
    return [this.contracts.marks.get(this.market) ?? this.price, this.price];
  }

  override free(): number {
    return super.free(ANNA, this.asset, this.wallet);
  }

  /** Where the page says that it is liquidated, cents; 0: nowhere. */
  pageSays(own: Own): number {
    const { terms, any } = this;
    return any.mode === ISOLATED
      ? isolatedTrigger(terms, any.side, own)
      : crossTrigger(terms, any.side, own, { free: this.free(), other: nothing }, this.price);
  }
}

/** A position with the mark away from the index; undefined where the exchange does not let it be opened. */
function build(any: Any): { readonly scene: Scene; readonly own: Own } | undefined {
  const scene = new Scene(any);
  const ticks = scene.price / 100;
  const fields = { market: scene.market, marginMode: any.mode, leverage: any.leverage };
  const [anna, ben] = any.side === LONG ? [1, 2] : [2, 1];
  if (scene.order2(BEN, ben, scene.lots, ticks, { ...fields, marginMode: 1, leverage: 8 }).code !== 200)
    return undefined;
  if (scene.order2(ANNA, anna, scene.lots, ticks, fields).code !== 200) return undefined;
  // What the wallet does not need leaves it but for a little, so that a cross position has its price in reach.
  const ask = (amount: number) =>
    command('wallet.transfer', {
      ...{ user: ANNA, ...NO_KEY, from: scene.wallet, to: 1, asset: scene.asset, amount, market: 0 },
    });
  const { got } = scene.exchange.ask(encodeCommand(ask(2 ** 50)), 0);
  if (got > any.kept) scene.must(ask(got - any.kept));
  const middle = Math.round(ticks * (any.down ? 0.96 : 1.04));
  scene.quote(scene.market, [
    [1, middle - 1, 1_000],
    [2, middle + 1, 1_000],
  ]);
  for (let tick = 0; tick < 12; tick += 1) scene.move(scene.price);
  scene.move(scene.price + any.drift);
  const { own } = scene;
  return own && { scene, own };
}

describe('the page and the exchange agree (money §3)', () => {
  test('on where a position is liquidated: by the index, to the hundredth of a tick', () => {
    const seen = { isolated: 0, cross: 0, apart: 0 };
    fc.assert(
      fc.property(anyPosition, (any) => {
        const made = build(any);
        if (!made) return;
        const { scene, own } = made;
        const at = scene.pageSays(own);
        const away = any.side === LONG ? -1 : 1;
        // Out of what prices there are, or beyond what a tick may do.
        if (at === 0 || at < 100 || at > scene.price * 5 || (at - scene.price) * away < 3) return;
        seen[any.mode === ISOLATED ? 'isolated' : 'cross'] += 1;
        const [mark, index] = scene.prices;
        if (mark !== index) seen.apart += 1;
        scene.move(at - away);
        expect(scene.own).toMatchObject({ lots: own.lots });
        scene.move(at + away);
        expect(scene.emitted('liquidation.step')[0]).toMatchObject({ user: ANNA });
      }),
      rounds(70),
    );
    if (!usual) return;
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(8);
  });

  test('on what may leave an isolated margin, and where it is liquidated then', () => {
    let seen = 0;
    fc.assert(
      fc.property(anyPosition, (any) => {
        const made = build({ ...any, mode: ISOLATED });
        if (!made) return;
        const { scene, own } = made;
        const position = scene.position(ANNA, any.side, scene.market)?.position ?? 0;
        const move = (flag: number, amount: number) =>
          scene.exchange.ask(
            encodeCommand(command('position.margin', { user: ANNA, ...NO_KEY, position, flag, amount })),
            0,
          );
        const most = (of: Own) => marginPlan(scene.terms, any.side, of, scene.prices, 0, false, 1).most;
        expect(move(2, 2 ** 50)).toMatchObject({ code: 2205, expected: most(own) });
        const added = Math.min(any.kept, scene.free());
        if (added === 0) return;
        seen += 1;
        scene.must(command('position.margin', { user: ANNA, ...NO_KEY, position, flag: 1, amount: added }));
        const more = scene.own ?? noPosition;
        expect(more.margin).toBe(own.margin + added);
        const now = most(more);
        expect(move(2, now + 1)).toMatchObject({ code: 2205, expected: now });
        if (now === 0) return;
        const { code, numbers } = move(2, now);
        const plan = marginPlan(scene.terms, any.side, more, scene.prices, 0, false, now);
        expect({ code, liquidation: numbers[4] }).toEqual({ code: 200, liquidation: plan.liquidationAfter });
      }),
      rounds(40),
    );
    if (usual) expect(seen).toBeGreaterThan(8);
  });
});
