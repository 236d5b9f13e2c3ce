// The search parameters of a queue: state, page, case. Drops everything else.

export interface QueueSearch {
  readonly state?: string;
  readonly page?: number;
  readonly case?: string;
}

const most = 10_000;

/** Parses the search parameters; ignores invalid values. */
export function readQueueSearch(search: Readonly<Record<string, unknown>>): QueueSearch {
  // The router parses digits as numbers.
  const text = (value: unknown): string | undefined =>
    typeof value === 'number' || typeof value === 'string' ? String(value) : undefined;
  const state = text(search['state']);
  const page = Number(text(search['page']) ?? '');
  const id = text(search['case']);
  return {
    ...(state !== undefined && /^[a-zA-Z0-9]{1,16}$/.test(state) ? { state } : {}),
    ...(Number.isInteger(page) && page > 1 && page <= most ? { page } : {}),
    ...(id !== undefined && /^[0-9A-Za-z-]{1,64}$/.test(id) ? { case: id } : {}),
  };
}
