// Inviting somebody, or giving other roles: what is asked for and what is wrong with it. Pure.
import type { DeskPerson, DeskRole } from '@vitrine/contract';

export interface PersonForm {
  readonly name: string;
  readonly roles: readonly DeskRole[];
  readonly reason: string;
}

export const emptyPerson: PersonForm = { name: '', roles: [], reason: '' };

export type PersonFault = 'name' | 'roles' | 'auditor' | 'same' | 'reason';

/** An auditor stands alone: choosing it takes the others away, choosing another takes it away. */
export function withRole(roles: readonly DeskRole[], role: DeskRole, on: boolean): readonly DeskRole[] {
  if (!on) return roles.filter((one) => one !== role);
  if (role === 'auditor') return ['auditor'];
  return [...roles.filter((one) => one !== 'auditor' && one !== role), role];
}

function sameRoles(a: readonly DeskRole[], b: readonly DeskRole[]): boolean {
  return a.length === b.length && a.every((role) => b.includes(role));
}

/** The first thing that is wrong; undefined: it may be proposed. `present`: whose roles are changed. */
export function personFault(form: PersonForm, present: DeskPerson | undefined): PersonFault | undefined {
  const name = form.name.trim();
  if (present === undefined && (name.length < 2 || name.length > 40)) return 'name';
  if (form.roles.length === 0) return 'roles';
  if (form.roles.includes('auditor') && form.roles.length > 1) return 'auditor';
  if (present !== undefined && sameRoles(form.roles, present.roles)) return 'same';
  return form.reason.trim() === '' ? 'reason' : undefined;
}

/** What may be done about a person by whoever asks. */
export interface PersonActions {
  readonly roles: boolean;
  readonly reset: boolean;
  readonly stop: boolean;
}

/** Not oneself, not the automatic reviewer, and nothing while a proposal about the person stands. */
export function actionsOn(person: DeskPerson, myId: string, may: boolean): PersonActions {
  const other = may && person.id !== myId && person.state !== 'automatic';
  const calm = other && person.proposal === null;
  return {
    roles: calm && person.state === 'active',
    reset: calm,
    stop: other && person.state !== 'stopped',
  };
}
