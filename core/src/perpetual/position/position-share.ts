// How many position rows a user may have or reserve, since rules `positionShare` (core §10). The fuller the table, the
// fewer; unverified accounts have at most half of all. So early users leave space for later ones.

import { MARKET_MAKER } from '../../enum/index.ts';
import { tableShare } from '../../order/index.ts';
import { type Users } from '../../user/index.ts';
import type { TableBase } from '../../state/index.ts';
import type { Expect } from '../../expect.ts';

/** Contract sides with a position or an opening order that a user may have while the table is empty, by stage. */
export const POSITION_SHARES: readonly number[] = [60, 250, 500];
const FIRST_ROWS = 64;

/** All derived from the state. */
export class PositionShares {
  private readonly users: Users;
  private readonly table: () => TableBase;
  /** By holding, by user: sides open. */
  private sides = new Int32Array(FIRST_ROWS);
  private ofUser = new Int32Array(FIRST_ROWS);
  /** The count of all unverified accounts. */
  private unverified = 0;

  constructor(users: Users, table: () => TableBase) {
    this.users = users;
    this.table = table;
    users.onStage((user, stage) => this.stageChanges(user, stage));
  }

  /** Resets the counts before a load. */
  clear(): void {
    this.sides.fill(0);
    this.ofUser.fill(0);
    this.unverified = 0;
  }

  /** Sets the number of open sides of a user's holding. */
  set(holding: number, user: number, sides: number): void {
    if (holding >= this.sides.length) this.sides = longer(this.sides, holding);
    const more = sides - (this.sides[holding] as number);
    if (more === 0) return;
    this.sides[holding] = sides;
    if (user >= this.ofUser.length) this.ofUser = longer(this.ofUser, user);
    this.ofUser[user] = (this.ofUser[user] as number) + more;
    if (this.isUnverified(user)) this.unverified += more;
  }

  /** Sides that a user has open. */
  of(user: number): number {
    return user < this.ofUser.length ? (this.ofUser[user] as number) : 0;
  }

  /** How many sides a user may have before further ones are refused. */
  shareOf(user: number): number {
    const table = this.table();
    if (this.isUnverified(user) && this.unverified * 2 >= table.most) return 0;
    const stage = this.users.rows.stage[user] as number;
    return tableShare(POSITION_SHARES, stage, table.rowsLeft() - table.keptRows, table.most);
  }

  fits(user: number): boolean {
    return this.of(user) < this.shareOf(user);
  }

  /** Recounts everything and compares; `sidesOf` counts a holding's sides. */
  audit(
    sidesOf: (holding: number) => number,
    holdings: { readonly top: number; readonly user: ArrayLike<number> },
    expect: Expect,
  ): void {
    const counts = new Float64Array(this.users.rows.top + 1);
    let unverified = 0;
    for (let holding = 1; holding <= holdings.top; holding += 1) {
      const user = holdings.user[holding] as number;
      const sides = sidesOf(holding);
      counts[user] = (counts[user] as number) + sides;
      if (this.isUnverified(user)) unverified += sides;
    }
    for (let user = 1; user <= this.users.rows.top; user += 1)
      expect(this.of(user) === counts[user], () => `user ${user} to have ${counts[user]} sides of contracts open`);
    expect(this.unverified === unverified, () => `${unverified} sides of accounts that are not verified`);
  }

  private isUnverified(user: number): boolean {
    return user !== MARKET_MAKER && this.users.rows.stage[user] === 0;
  }

  /** Called before a user's stage changes. */
  private stageChanges(user: number, stage: number): void {
    const before = this.isUnverified(user);
    const after = user !== MARKET_MAKER && stage === 0;
    if (before !== after) this.unverified += after ? this.of(user) : -this.of(user);
  }
}

function longer(rows: Int32Array<ArrayBuffer>, most: number): Int32Array<ArrayBuffer> {
  let length = rows.length;
  while (length <= most) length *= 2;
  const made = new Int32Array(length);
  made.set(rows);
  return made;
}
