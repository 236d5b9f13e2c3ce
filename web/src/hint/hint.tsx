// A word of the page that explains itself: by pointing, by keyboard focus or by a tap. The texts load on first use.
import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useLingui } from '@lingui/react/macro';
import { classes, latePart, showMissing } from '@vitrine/ui';
import type { HintCardProps } from './hint-card.tsx';
import type { Term } from './term.ts';
import style from './hint.module.css';

const loadCard = async () => (await import('./hint-card.tsx')).cardWithTexts();
const Card = latePart<HintCardProps>(loadCard);

/** Pointing this long opens a hint; leaving word and card this long closes it, ms. */
const OPEN_MS = 150;
const CLOSE_MS = 200;

/** `shown` ends when pointer and focus leave; `pinned` ends by Escape, a press elsewhere or a second press. */
type Step = 'closed' | 'shown' | 'pinned';

interface TriggerProps {
  readonly of: readonly Term[];
  /** The name for screen readers; by default the content. */
  readonly name?: string;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** The hint that is open: another one closes it. */
let closeOpen: (() => void) | undefined;

function Trigger({ of, name, className, children }: TriggerProps) {
  const id = useId();
  const word = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [step, setStep] = useState<Step>('closed');
  const [wantsFocus, setWantsFocus] = useState(false);
  const open = step !== 'closed';
  const close = (): void => {
    clearTimeout(timer.current);
    setStep('closed');
    setWantsFocus(false);
  };
  const show = (next: Step): void => {
    clearTimeout(timer.current);
    setStep(next);
  };
  const after = (ms: number, act: () => void): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, ms);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!open) return undefined;
    const own = (): void => setStep('closed');
    closeOpen?.();
    closeOpen = own;
    return () => {
      if (closeOpen === own) closeOpen = undefined;
    };
  }, [open]);
  const leave = (): void => {
    if (step === 'shown') after(CLOSE_MS, close);
    else if (step === 'closed') clearTimeout(timer.current);
  };
  const stay = (): void => clearTimeout(timer.current);
  return (
    <>
      <button
        ref={word}
        type="button"
        className={className}
        data-hint={of.join(' ')}
        aria-label={name}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-describedby={open ? `${id}-text` : undefined}
        // A dialog around it leaves Escape to the open hint.
        data-mantine-stop-propagation={open || undefined}
        onPointerEnter={(event: PointerEvent) => {
          if (event.pointerType === 'touch') return;
          // Pressing the word reports a failed fetch.
          void loadCard().catch(() => undefined);
          if (step === 'closed') after(OPEN_MS, () => show('shown'));
          else stay();
        }}
        onPointerLeave={(event: PointerEvent) => {
          if (event.pointerType !== 'touch') leave();
        }}
        onFocus={(event: FocusEvent<HTMLElement>) => {
          if (event.currentTarget.matches(':focus-visible') && step === 'closed') show('shown');
        }}
        onBlur={(event: FocusEvent) => {
          const to = event.relatedTarget;
          if (!(to instanceof Element && to.closest(`[data-hint-card="${CSS.escape(id)}"]`))) close();
        }}
        onClick={(event) => {
          // A label around the word would move the focus to its field.
          event.preventDefault();
          event.stopPropagation();
          if (step === 'pinned') return close();
          setWantsFocus(event.detail === 0);
          return show('pinned');
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Tab' || event.shiftKey || !open) return;
          const link = document.querySelector<HTMLElement>(`[data-hint-card="${CSS.escape(id)}"] a`);
          if (!link) return;
          event.preventDefault();
          link.focus();
        }}
      >
        {children}
      </button>
      {open ? (
        <Card
          of={{ id, terms: of, word, wantsFocus, onClose: close, onEnter: stay, onLeave: leave }}
          onMissing={() => {
            close();
            if (step === 'pinned') showMissing();
          }}
        />
      ) : null}
    </>
  );
}

export interface HintProps {
  /** The terms explained; two where two words stand one above the other. */
  readonly of: Term | readonly Term[];
  readonly children: ReactNode;
}

const listed = (of: HintProps['of']): readonly Term[] => (typeof of === 'string' ? [of] : of);

/** A word with its explanation. */
export function Hint({ of, children }: HintProps) {
  return (
    <Trigger of={listed(of)} className={style['word']}>
      {children}
    </Trigger>
  );
}

/** A question mark beside a control whose own words cannot be pressed for this: a tab, a check box, a menu. */
export function HintMark({ of, name }: { readonly of: HintProps['of']; readonly name: string }) {
  const { t } = useLingui();
  return (
    <Trigger
      of={listed(of)}
      className={classes(style['mark'])}
      name={t({ message: `What is ${name}?`, comment: 'Name of a question mark; name: a term, e.g. Post only' })}
    >
      <span aria-hidden="true">?</span>
    </Trigger>
  );
}
