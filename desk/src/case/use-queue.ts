// Moves through a queue by keys and after decisions. The address holds the open case.
import { useNavigate } from '@tanstack/react-router';
import { useLingui } from '@lingui/react/macro';
import { useCommands } from '../keys/index.ts';
import { afterDecision, neighbour } from './order.ts';

export interface Queue {
  /** Opens a case; undefined closes it. */
  readonly open: (id: string | undefined) => void;
  readonly page: (page: number) => void;
  /**
   * Which case is open, for screen readers, because J and K do not move the focus; `at` of `of`, 0 if none of the list
   * is open.
   */
  readonly said: { readonly words: string; readonly at: number; readonly of: number };
  /** After a decision: opens the next case, or the list at the end of the queue. */
  readonly next: (decided: string) => void;
}

/**
 * @param path the queue's own path
 * @param search the search parameters kept from case to case
 */
export function useQueue(
  path: string,
  search: Readonly<Record<string, string | number>>,
  ids: readonly string[],
  current: string | undefined,
): Queue {
  const { t } = useLingui();
  const navigate = useNavigate();
  const go = (id: string | undefined): void => {
    void navigate({ to: path, search: { ...search, ...(id === undefined ? {} : { case: id }) } });
  };
  const move = (step: 1 | -1) => (): void => {
    const to = neighbour(ids, current, step);
    if (to !== undefined) go(to);
  };
  useCommands({ next: move(1), previous: move(-1), cancel: current === undefined ? undefined : () => go(undefined) });
  const at = current === undefined ? 0 : ids.indexOf(current) + 1;
  const all = ids.length;
  return {
    said: {
      at,
      of: all,
      words:
        current === undefined
          ? ''
          : at > 0
            ? t({
                message: `Case ${current}, ${at} of ${all}`,
                comment: 'Announced to screen readers when a case opens',
              })
            : t({ message: `Case ${current}`, comment: 'Announced to screen readers when a case opens' }),
    },
    open: go,
    page: (page) => void navigate({ to: path, search: { ...search, page } }),
    next: (decided) => go(afterDecision(ids, decided)),
  };
}
