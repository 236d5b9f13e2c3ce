// The form for invitations and role changes: its fields and faults. Pure.
import type { DeskPerson, DeskRole } from '@vitrine/contract';

export interface PersonForm {
  readonly name: string;
  readonly roles: readonly DeskRole[];
  readonly reason: string;
}

export const emptyPerson: PersonForm = { name: '', roles: [], reason: '' };

export type PersonFault = 'name' | 'roles' | 'auditor' | 'same' | 'reason';

/** The auditor role excludes all others: choosing it removes them, and choosing another removes it. */
export function withRole(roles: readonly DeskRole[], role: DeskRole, on: boolean): readonly DeskRole[] {
  if (!on) return roles.filter((one) => one !== role);
  if (role === 'auditor') return ['auditor'];
  return [...roles.filter((one) => one !== 'auditor' && one !== role), role];
}

function sameRoles(a: readonly DeskRole[], b: readonly DeskRole[]): boolean {
  return a.length === b.length && a.every((role) => b.includes(role));
}

/** The first fault; undefined: it may be proposed. `present`: the staff member whose roles change. */
export function personFault(form: PersonForm, present: DeskPerson | undefined): PersonFault | undefined {
  const name = form.name.trim();
  if (present === undefined && (name.length < 2 || name.length > 40)) return 'name';
  if (form.roles.length === 0) return 'roles';
  if (form.roles.includes('auditor') && form.roles.length > 1) return 'auditor';
  if (present !== undefined && sameRoles(form.roles, present.roles)) return 'same';
  return form.reason.trim() === '' ? 'reason' : undefined;
}

/** The actions that the signed-in staff member may take on another. */
export interface PersonActions {
  readonly roles: boolean;
  readonly reset: boolean;
  readonly stop: boolean;
}

/** None on oneself, on the automatic reviewer, or while a proposal about the staff member is open. */
export function actionsOn(person: DeskPerson, myId: string, may: boolean): PersonActions {
  const other = may && person.id !== myId && person.state !== 'automatic';
  const calm = other && person.proposal === null;
  return {
    roles: calm && person.state === 'active',
    reset: calm,
    stop: other && person.state !== 'stopped',
  };
}
