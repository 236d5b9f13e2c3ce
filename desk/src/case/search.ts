// The address of a queue: which state, which page, which case. Anything else in it is dropped.

export interface QueueSearch {
  readonly state?: string;
  readonly page?: number;
  readonly case?: string;
}

const most = 10_000;

/** Reads an address's search; a value of another form is as if it were not there. */
export function readQueueSearch(search: Readonly<Record<string, unknown>>): QueueSearch {
  // The router reads digits as numbers.
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
