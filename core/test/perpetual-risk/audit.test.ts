// The audit of contracts notices each number that is not what positions, orders, wallets and marks say (money §12).
import { beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNT_CLASS } from '../../src/enum/index.ts';
import { Risk, Perpetual } from '../../src/perpetual/index.ts';
import { type Audited, complaints, partsOf, spoilt } from '../kit/spoil.ts';
import { ANNA, BEN, CARL } from '../kit/world.ts';
import { CLOSE_LONG, COIN, CROSS, HOURLY, ISOLATED, OPEN_LONG, OPEN_SHORT, U } from '../perpetual/kit.ts';
import { type RiskWorld, riskWorld } from './kit.ts';

let world: RiskWorld;
let perpetual: Perpetual;
/** Contracts, and who watches over them. */
let audited: Audited;

/** Isolated and cross positions in three markets, resting orders that open and that close, guards, a trigger. */
beforeAll(() => {
  world = riskWorld(5_000);
  world.isolatedPair(ANNA, BEN, 20, 100, 10);
  world.isolatedPair(CARL, BEN, 10, 100, 5);
  world.pair(CARL, ANNA, 30, 50, { market: HOURLY, marginMode: CROSS });
  world.pair(BEN, ANNA, 3, 100, { market: COIN, marginMode: CROSS });
  const long = world.position(ANNA, 1)!.position;
  expect(world.guard(ANNA, long, { stopProfit: 120, stopLoss: 95 }).code).toBe(200);
  world.go(ANNA, CLOSE_LONG, 5, 104, { marginMode: ISOLATED });
  world.go(BEN, OPEN_LONG, 4, 48, { market: HOURLY });
  world.go(CARL, OPEN_SHORT, 6, 104);
  world.index(10_000);
  world.wait(1);
  const { domains } = partsOf(world.exchange);
  perpetual = domains.find((one) => one instanceof Perpetual)!;
  audited = {
    audit: (expect) => {
      for (const domain of domains) if (domain === perpetual || domain instanceof Risk) domain.audit(expect);
    },
  };
});

const context = () => perpetual.context;

/** A change of one, upwards and downwards, of every live row of a table's columns; what nobody complained about. */
function unnoticed(table: object, columns: readonly string[], slots: readonly number[]): string[] {
  const quiet: string[] = [];
  for (const name of columns)
    for (const slot of slots)
      for (const step of [1, -1]) {
        const column = (table as Readonly<Record<string, Float64Array>>)[name]!;
        const found = spoilt(audited, table, name, slot, column[slot]! + step);
        if (found.length === 0 || found.some((what) => what.length < 12)) quiet.push(`${name} of ${slot} by ${step}`);
      }
  return quiet;
}

function positions(): number[] {
  const p = context().positions.rows;
  return Array.from({ length: p.top }, (_, at) => at + 1).filter((slot) => p.alive(slot));
}

describe('§12 the audit of contracts', () => {
  it('finds nothing in a world that is in order', () => {
    expect(complaints(audited)).toEqual([]);
    expect(positions()).toHaveLength(7);
  });

  it('notices every number of a position that others depend on', () => {
    const columns = ['lots', 'cost', 'closing', 'holding', 'stopProfit', 'stopLoss'];
    expect(unnoticed(context().positions.rows, columns, positions())).toEqual([]);
    const { side } = context().positions.rows;
    for (const slot of positions())
      expect(spoilt(audited, context().positions.rows, 'side', slot, 3 - side[slot]!), `side of ${slot}`).not.toEqual(
        [],
      );
  });

  it('notices lots of none, a cost below nothing, closing orders beyond the position', () => {
    const p = context().positions.rows;
    expect(spoilt(audited, p, 'lots', 1, 0)).toContain('lots in position 1');
    expect(spoilt(audited, p, 'cost', 1, -1)).toContain('cost of position 1 not below 0');
    expect(spoilt(audited, p, 'closing', 1, 21)).toContainEqual(expect.stringMatching(/at most its 20 lots/));
    expect(spoilt(audited, p, 'closing', 1, -1)).toContainEqual(expect.stringMatching(/at most its 20 lots/));
    expect(spoilt(audited, p, 'mode', 1, CROSS)).toContainEqual(expect.stringMatching(/count its cross positions/));
    expect(spoilt(audited, p, 'trigger', 1, p.trigger[1]! + 1)).not.toEqual([]);
    expect(spoilt(audited, p, 'trigger', 1, 0)).not.toEqual([]);
    expect(spoilt(audited, p, 'endangered', 1, 1)).toContainEqual(expect.stringMatching(/in the index exactly while/));
  });

  it('notices every count of a holding and of a contract wallet', () => {
    const { holdings, contractWallets } = context().positions;
    const rows = Array.from({ length: holdings.top }, (_, at) => at + 1);
    expect(unnoticed(holdings, ['opensLong', 'opensShort'], rows)).toEqual([]);
    const wallets = Array.from({ length: contractWallets.top }, (_, at) => at + 1);
    expect(unnoticed(contractWallets, ['ordered', 'crosses'], wallets)).toEqual([]);
    const first = wallets.filter((contractWallet) => contractWallets.first[contractWallet] !== 0);
    for (const contractWallet of first)
      expect(
        spoilt(audited, contractWallets, 'first', contractWallet, 0),
        `contract wallet ${contractWallet}`,
      ).not.toEqual([]);
  });

  it('notices open interest, clearing and the list of every market', () => {
    const c = context().contracts.rows;
    const listed = [U, HOURLY, COIN];
    expect(unnoticed(c, ['interest'], listed)).toEqual([]);
    for (const market of listed) {
      expect(spoilt(audited, c, 'first', market, 0)).toContainEqual(expect.stringMatching(/to list its \d positions/));
      const clearing = c.clearing[market]!;
      expect(unnoticed(context().ledger.accounts, ['available'], [clearing]), `clearing of ${market}`).toEqual([]);
    }
  });

  it('notices orders: rest, requirement, reservation, position, holding', () => {
    const { orders, terms } = context();
    const alive = Array.from({ length: orders.top }, (_, at) => at + 1).filter((slot) => orders.alive(slot));
    const opening = alive.filter((slot) => terms.direction[slot] === OPEN_LONG || terms.direction[slot] === OPEN_SHORT);
    const closing = alive.filter((slot) => terms.direction[slot]! >= CLOSE_LONG);
    expect([opening.length, closing.length]).toEqual([2, 3]);
    expect(unnoticed(terms, ['requirement'], opening)).toEqual([]);
    expect(unnoticed(terms, ['holding'], [...opening, ...closing])).toEqual([]);
    for (const slot of closing) {
      expect(spoilt(audited, terms, 'position', slot, 2), `order ${slot}`).not.toEqual([]);
      expect(spoilt(audited, terms, 'reserves', slot, 1 - terms.reserves[slot]!), `order ${slot}`).not.toEqual([]);
    }
    const guards = closing.filter((slot) => terms.guard[slot] !== 0);
    expect(guards).toHaveLength(2);
    for (const slot of guards)
      expect(spoilt(audited, terms, 'guard', slot, 0)).toContainEqual(expect.stringMatching(/to know its 1 guards/));
  });

  it('notices money in a margin account without a position', () => {
    const { accounts } = context().ledger;
    const p = context().positions.rows;
    const margin = positions()
      .filter((slot) => p.mode[slot] === ISOLATED)
      .map((slot) => p.margin[slot]!);
    for (const account of margin) {
      expect(accounts.class[account]).toBe(ACCOUNT_CLASS.margin);
      const slot = positions().find((one) => p.margin[one] === account)!;
      const other = margin.find((one) => one !== account)!;
      expect(spoilt(audited, p, 'margin', slot, other)).toContain(
        `nothing in margin account ${account} without a position`,
      );
    }
  });

  it('notices a wallet below maintenance that nobody watches', () => {
    const c = context().contracts.rows;
    expect(spoilt(audited, c, 'mark', HOURLY, c.mark[HOURLY]! * 30)).toEqual([
      'contract wallet 2 to be above maintenance or to be known not to be',
    ]);
    // Of isolated positions the trigger itself says who is endangered: a mark beyond it contradicts nothing.
    expect(spoilt(audited, c, 'mark', U, c.mark[U]! * 3)).toEqual([]);
  });
});
