// Operators of the desk: a number and roles. Their identities are stored outside the core; their rights are stored
// here.

import { type EventBuffer, type Registry, table } from '../state/index.ts';
import { ROLE, rolesFor } from './roles.ts';
import { layoutOf } from '../schema/index.ts';

const MAX_OPERATORS = 65_535;
const CHANGED = layoutOf('desk.changed');
const ACTED = layoutOf('desk.acted');
/** Administrators that must remain, so that two can always grant roles. */
export const LEAST_ADMINISTRATORS = 2;

export class Operators {
  private readonly rows;
  private readonly out: EventBuffer;

  constructor(registry: Registry, out: EventBuffer) {
    this.out = out;
    this.rows = registry.add(table('operators', { roles: 'i32' }, MAX_OPERATORS));
  }

  /** Roles of an operator, 0 for an unknown one. */
  roles(operator: number): number {
    return operator >= 1 && operator <= this.rows.top ? (this.rows.roles[operator] as number) : 0;
  }

  /** Whether an operator has a role that a command of this kind requires. */
  may(operator: number, kind: number): boolean {
    return (this.roles(operator) & rolesFor(kind)) !== 0;
  }

  administrators(): number {
    let count = 0;
    for (let operator = 1; operator <= this.rows.top; operator += 1)
      if ((this.roles(operator) & ROLE.administrator) !== 0) count += 1;
    return count;
  }

  /** Whether a grant would leave fewer than two operators who can grant. */
  wouldLock(operator: number, roles: number): boolean {
    const takes = (this.roles(operator) & ROLE.administrator) !== 0 && (roles & ROLE.administrator) === 0;
    return takes && this.administrators() <= LEAST_ADMINISTRATORS;
  }

  grant(operator: number, roles: number): void {
    this.rows.reach(operator);
    this.rows.roles[operator] = roles;
    this.emit(operator);
  }

  /** Emits `desk.acted`: who sent the current command. */
  acted(operator: number, kind: number): void {
    const at = this.out.open(ACTED.head);
    this.out.words[at + ACTED.operator] = operator;
    this.out.words[at + ACTED.command] = kind;
  }

  emitAll(): void {
    for (let operator = 1; operator <= this.rows.top; operator += 1)
      if (this.roles(operator) !== 0) this.emit(operator);
  }

  private emit(operator: number): void {
    const at = this.out.open(CHANGED.head);
    this.out.words[at + CHANGED.operator] = operator;
    this.out.words[at + CHANGED.roles] = this.roles(operator);
  }
}
