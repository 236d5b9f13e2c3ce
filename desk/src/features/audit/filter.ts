// The filter of the audit log: by staff member and by subject. Pure. A subject must have the log's own form.

/** Subjects of the log: `kyc:12`, `customer:5`, `rail:practice-USDT`, `person:3`, `proposal:7`. */
export const subjectKinds = [
  'customer',
  'kyc',
  'fundCase',
  'deposit',
  'withdrawal',
  'rail',
  'person',
  'proposal',
] as const;
export type SubjectKind = (typeof subjectKinds)[number];

export interface AuditSearch {
  readonly person?: string;
  readonly subject?: string;
  readonly page?: number;
}

const subjectForm = /^[a-zA-Z]{1,16}:[0-9A-Za-z-]{1,64}$/;

/** A subject's two parts; undefined if it is invalid. */
export function readSubject(text: string): { readonly kind: string; readonly id: string } | undefined {
  if (!subjectForm.test(text)) return undefined;
  const at = text.indexOf(':');
  return { kind: text.slice(0, at), id: text.slice(at + 1) };
}

/** Parses the search parameters; ignores invalid values. */
export function readAuditSearch(search: Readonly<Record<string, unknown>>): AuditSearch {
  const text = (value: unknown): string =>
    typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  const person = text(search['person']);
  const subject = text(search['subject']);
  const page = Number(text(search['page']) || '1');
  return {
    ...(/^[0-9A-Za-z-]{1,64}$/.test(person) ? { person } : {}),
    ...(readSubject(subject) ? { subject } : {}),
    ...(Number.isInteger(page) && page > 1 && page <= 100_000 ? { page } : {}),
  };
}

/** What is wrong in a filter field; undefined: it is valid or empty. */
export function subjectFault(id: string): 'format' | undefined {
  const said = id.trim();
  return said === '' || /^[0-9A-Za-z-]{1,64}$/.test(said) ? undefined : 'format';
}
