// The card of a hint: each term with a sentence and a link to the rules. Loaded on first use, with the texts.
import { type ComponentType, type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Trans, useLingui } from '@lingui/react/macro';
import { loadGuideTexts, useGuideTexts } from '../guide-texts/index.ts';
import { placeCard, viewOf } from './place.ts';
import type { Term } from './term.ts';
import { terms as table } from './terms.ts';
import style from './hint.module.css';

export interface HintCardProps {
  readonly id: string;
  readonly terms: readonly Term[];
  readonly word: RefObject<HTMLElement | null>;
  /** Opened by a key: the card takes the focus, so that a screen reader reads it. */
  readonly wantsFocus: boolean;
  readonly onClose: () => void;
  readonly onEnter: () => void;
  readonly onLeave: () => void;
}

/** The card once its texts are here. */
export async function cardWithTexts(): Promise<ComponentType<HintCardProps>> {
  await loadGuideTexts();
  return HintCard;
}

const isField = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element.matches('input, textarea, select');

/** The ref of a card that follows its word: it writes the place itself, so that scrolling renders nothing. */
function useFollowing(word: RefObject<HTMLElement | null>): RefObject<HTMLDivElement | null> {
  const card = useRef<HTMLDivElement>(null);
  const place = useCallback((): void => {
    if (!word.current || !card.current) return;
    const { width, height } = card.current.getBoundingClientRect();
    const active = document.activeElement;
    const { left, top } = placeCard(
      word.current.getBoundingClientRect(),
      { width, height },
      viewOf(),
      isField(active) ? active.getBoundingClientRect() : undefined,
    );
    card.current.style.left = `${left}px`;
    card.current.style.top = `${top}px`;
  }, [word]);
  useLayoutEffect(() => {
    place();
    const view = globalThis.visualViewport;
    addEventListener('scroll', place, true);
    addEventListener('resize', place);
    addEventListener('focusin', place);
    view?.addEventListener('resize', place);
    return () => {
      removeEventListener('scroll', place, true);
      removeEventListener('resize', place);
      removeEventListener('focusin', place);
      view?.removeEventListener('resize', place);
    };
  }, [place]);
  return card;
}

/** Closes by Escape, which then reaches nothing else, and by a press elsewhere. */
function useEnds(word: RefObject<HTMLElement | null>, card: RefObject<HTMLElement | null>, onClose: () => void): void {
  useEffect(() => {
    const key = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      if (card.current?.contains(document.activeElement)) word.current?.focus({ preventScroll: true });
      onClose();
    };
    const press = (event: PointerEvent): void => {
      const to = event.target;
      if (to instanceof Node && (card.current?.contains(to) || word.current?.contains(to))) return;
      onClose();
    };
    addEventListener('keydown', key, true);
    addEventListener('pointerdown', press, true);
    return () => {
      removeEventListener('keydown', key, true);
      removeEventListener('pointerdown', press, true);
    };
  }, [word, card, onClose]);
}

/** Nothing while the texts of another language are on their way. */
function HintCard(props: HintCardProps) {
  return useGuideTexts() ? <Placed {...props} /> : null;
}

function Placed({ id, terms, word, wantsFocus, onClose, onEnter, onLeave }: HintCardProps) {
  const { i18n } = useLingui();
  const card = useFollowing(word);
  useEnds(word, card, onClose);
  useEffect(() => {
    if (wantsFocus) card.current?.focus({ preventScroll: true });
  }, [card, wantsFocus]);
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keeps the card open, and leads Tab back
    <div
      ref={card}
      role="dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      data-hint-card={id}
      data-testid="hint"
      tabIndex={-1}
      className={style['card']}
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
      onBlur={(event) => {
        const to = event.relatedTarget;
        if (to instanceof Node && (card.current?.contains(to) || word.current?.contains(to))) return;
        onClose();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Tab') return;
        const links = [...(card.current?.querySelectorAll('a') ?? [])];
        const at = links.findIndex((link) => link === document.activeElement);
        const next = links[event.shiftKey ? at - 1 : at + 1];
        if (next) return;
        // The browser moves on from the word, as if the card stood behind it.
        word.current?.focus({ preventScroll: true });
        if (event.shiftKey) event.preventDefault();
      }}
    >
      <dl id={`${id}-text`}>
        {terms.map((term, index) => {
          const { title, text, link } = table[term];
          return (
            <div key={term}>
              <dt id={index === 0 ? `${id}-title` : undefined}>{i18n._(title)}</dt>
              <dd>
                {i18n._(text)}
                <br />
                <a className="v-link" href={link} target="_blank" rel="noopener">
                  <Trans comment="Link of a hint: opens the rules in a new tab">Read the rule</Trans>
                  <span className="v-hidden">
                    {' '}
                    <Trans comment="For screen readers, after the text of a link">(opens in a new tab)</Trans>
                  </span>
                </a>
              </dd>
            </div>
          );
        })}
      </dl>
    </div>,
    document.body,
  );
}
