// Notices: at most four about orders and a few others. Each stays until clicked; the oldest of its group is dropped
// (§4).
// One global store, so that any code may show a notice.
import { useRef, useSyncExternalStore, type FocusEvent, type MouseEvent, type ReactNode } from 'react';
import { IconAlertTriangle, IconCircleCheck, IconClock, IconX } from '@tabler/icons-react';
import { useLingui } from '@lingui/react/macro';
import { classes } from '../theme/index.ts';
import style from './overlay.module.css';

/** Maximum order notices at once (spec): a fifth closes the oldest. */
export const maxToasts = 4;
/** Maximum other notices at once (refusals, copies, results of a click). They never close an order notice. */
const MAX_OTHERS = 2;

export type ToastKind = 'done' | 'waiting' | 'warn';

export interface Toast {
  /** Notices with the same id replace each other. */
  readonly id: string;
  readonly kind: ToastKind;
  /** `order`: an event of an order, a position or a balance that the user did not just cause by a click. */
  readonly group?: 'order';
  readonly title: ReactNode;
  readonly text?: ReactNode;
  /** A link to the receipt or the rule. */
  readonly link?: ReactNode;
  /** The state of the notice, for tests: `data-state`. */
  readonly state?: string;
}

let shown: readonly Toast[] = [];
let made = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a notice and returns its id. */
export function toast(notice: Omit<Toast, 'id'> & { readonly id?: string }): string {
  const id = notice.id ?? `toast-${(made += 1)}`;
  const next: readonly Toast[] = [...shown.filter((other) => other.id !== id), { ...notice, id }];
  const kept = new Set([
    ...next.filter(({ group }) => group === 'order').slice(-maxToasts),
    ...next.filter(({ group }) => group !== 'order').slice(-MAX_OTHERS),
  ]);
  set(next.filter((one) => kept.has(one)));
  return id;
}

export function closeToast(id: string): void {
  set(shown.filter((notice) => notice.id !== id));
}

export function clearToasts(): void {
  set([]);
}

/** The current notices, oldest first. */
export function toasts(): readonly Toast[] {
  return shown;
}

const icons: Record<ToastKind, typeof IconCircleCheck> = {
  done: IconCircleCheck,
  waiting: IconClock,
  warn: IconAlertTriangle,
};

/** Renders the notices; used once, in the page's frame. */
export function Toaster() {
  const { t } = useLingui();
  const notices = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    toasts,
    toasts,
  );
  /** The element that had the focus before the notices. */
  const before = useRef<Element>(null);
  const enter = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
  };
  /** Moves the focus to the next notice, else the previous one, else back to where it was. */
  const close = (id: string, { currentTarget }: MouseEvent): void => {
    const one = currentTarget.parentElement;
    const next = one?.nextElementSibling ?? one?.previousElementSibling;
    const to = next ? next.querySelector<HTMLElement>('[data-testid=close]') : before.current;
    if (to instanceof HTMLElement) to.focus();
    closeToast(id);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only notes where the focus came from
    <section
      onFocus={enter}
      className={style['toasts']}
      data-testid="notices"
      aria-label={t({ message: 'Notifications', comment: 'Messages shown at the edge of the page' })}
      aria-live="polite"
      aria-relevant="additions"
    >
      {notices.map((notice) => {
        const Icon = icons[notice.kind];
        return (
          <div
            key={notice.id}
            className={classes(style['toast'], notice.kind !== 'done' && style['toastWarn'])}
            role={notice.kind === 'warn' ? 'alert' : 'status'}
            data-testid={`notice-${notice.id}`}
            data-state={notice.state}
          >
            <Icon stroke={1.75} aria-hidden="true" />
            <div className="v-grow">
              <div className={style['toastTitle']}>{notice.title}</div>
              {notice.text === undefined ? null : <div className={style['toastText']}>{notice.text}</div>}
              {notice.link}
            </div>
            <button
              type="button"
              className={style['toastEnd']}
              data-testid="close"
              aria-label={t`Close`}
              // Its area is the whole notice.
              onClick={(event) => close(notice.id, event)}
            >
              <IconX size={16} stroke={1.75} aria-hidden="true" />
            </button>
          </div>
        );
      })}
    </section>
  );
}
