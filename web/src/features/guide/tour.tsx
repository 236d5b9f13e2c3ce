// The tour: a card beside one pane after another. It blocks nothing: the page works while it is open.
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@vitrine/ui';
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useGuideTexts } from '../../guide-texts/index.ts';
import { noteTour, tourMemory } from '../../guide-memory/index.ts';
import { placeCard, viewOf } from '../../hint/index.ts';
import style from './guide.module.css';
import { openGuide } from './open.ts';
import { stepFrom, type TourKey, tourKeys, tourTargets } from './tour-steps.ts';

/** The page may still be loading its panes. */
const LOOK_MS = 250;

function targetOf(key: TourKey): HTMLElement | undefined {
  return (
    tourTargets[key]
      .map((selector) => document.querySelector<HTMLElement>(selector))
      .find((found) => found !== null && found.getClientRects().length > 0) ?? undefined
  );
}

const isShown = (key: TourKey): boolean => targetOf(key) !== undefined;

/** Starts with the step where it was left. */
export function Tour() {
  const here = useGuideTexts();
  const [ready, setReady] = useState(() => isShown('price'));
  useEffect(() => {
    if (ready) return undefined;
    const timer = setInterval(() => setReady(isShown('price')), LOOK_MS);
    return () => clearInterval(timer);
  }, [ready]);
  return here && ready ? <Steps /> : null;
}

function Steps() {
  const { t } = useLingui();
  const [step, setStep] = useState(() => {
    const left = tourMemory()?.step ?? 0;
    const key = tourKeys[left];
    return key !== undefined && isShown(key) ? left : 0;
  });
  const card = useRef<HTMLDivElement>(null);
  const ring = useRef<HTMLDivElement>(null);
  const key = tourKeys[step] ?? 'price';
  useLayoutEffect(() => {
    targetOf(key)?.scrollIntoView({ block: 'nearest' });
    const place = (): void => {
      const target = targetOf(key);
      if (!target || !card.current || !ring.current) return;
      const at = target.getBoundingClientRect();
      const { width, height } = card.current.getBoundingClientRect();
      const spot = placeCard(at, { width, height }, viewOf(), undefined);
      Object.assign(card.current.style, { left: `${spot.left}px`, top: `${spot.top}px` });
      Object.assign(ring.current.style, {
        left: `${at.left}px`,
        top: `${at.top}px`,
        width: `${at.width}px`,
        height: `${at.height}px`,
      });
    };
    place();
    const sizes = new ResizeObserver(place);
    for (const element of [targetOf(key), document.body]) if (element) sizes.observe(element);
    addEventListener('scroll', place, true);
    addEventListener('resize', place);
    return () => {
      sizes.disconnect();
      removeEventListener('scroll', place, true);
      removeEventListener('resize', place);
    };
  }, [key]);
  useEffect(() => {
    noteTour({ step, over: false });
    card.current?.focus({ preventScroll: true });
  }, [step]);
  const end = (): void => {
    noteTour({ step: 0, over: true });
    openGuide(undefined);
  };
  const before = stepFrom(step, -1, isShown);
  const after = stepFrom(step, 1, isShown);
  const onKeyDown = (event: KeyboardEvent): void => {
    // Left open, to be continued later.
    if (event.key === 'Escape') openGuide(undefined);
    else if (event.key === 'ArrowRight' && after !== undefined) setStep(after);
    else if (event.key === 'ArrowLeft' && before !== undefined) setStep(before);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const { title, text } = wordsOf(key, targetOf(key)?.id === 'pane-open');
  return createPortal(
    <>
      <div ref={ring} className={style['target']} aria-hidden="true" />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move between the steps */}
      <div
        ref={card}
        role="dialog"
        tabIndex={-1}
        className={style['tour']}
        data-testid="tour"
        data-step={key}
        aria-label={t({ message: 'Tour of the trading page', comment: 'Name of the tour, for screen readers' })}
        aria-describedby="tour-text"
        onKeyDown={onKeyDown}
      >
        <div id="tour-text">
          <p className="v-12 v-ink-3">
            <Trans comment="Progress of the tour, e.g. Step 2 of 5">
              Step {{ step: step + 1 }} of {{ total: tourKeys.length }}
            </Trans>
          </p>
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
        <div className={style['tourButtons']}>
          {after === undefined ? null : (
            <Button size="small" tone="quiet" data-testid="tour-skip" onClick={end}>
              <Trans comment="Button: ends the tour for good">Skip the tour</Trans>
            </Button>
          )}
          <span className="v-end v-row">
            {before === undefined ? null : (
              <Button size="small" data-testid="tour-back" onClick={() => setStep(before)}>
                <Trans comment="Button of the tour">Previous step</Trans>
              </Button>
            )}
            <Button
              size="small"
              tone="main"
              data-testid="tour-next"
              onClick={() => (after === undefined ? end() : setStep(after))}
            >
              {after === undefined ? (
                <Trans comment="Button: ends the tour after its last step">Finish</Trans>
              ) : (
                <Trans comment="Button of the tour">Next step</Trans>
              )}
            </Button>
          </span>
        </div>
      </div>
    </>,
    document.body,
  );
}

function wordsOf(key: TourKey, behindButtons: boolean): { readonly title: ReactNode; readonly text: ReactNode } {
  switch (key) {
    case 'price':
      return {
        title: <Trans comment="Step of the tour">The price</Trans>,
        text: (
          <Trans comment="Step of the tour">
            The index is the median of several sources. The chip beside it shows how old it is and names every source.
          </Trans>
        ),
      };
    case 'chart':
      return {
        title: <Trans comment="Step of the tour">The chart</Trans>,
        text: (
          <Trans comment="Step of the tour">
            Candles of this market. Choose an interval; add indicators and drawings.
          </Trans>
        ),
      };
    case 'book':
      return {
        title: <Trans comment="Step of the tour">The order book</Trans>,
        text: (
          <Trans comment="Step of the tour">
            All waiting orders, the best prices in the middle. Press a price to put it into the order form.
          </Trans>
        ),
      };
    case 'ticket':
      return {
        title: <Trans comment="Step of the tour">The order form</Trans>,
        text: behindButtons ? (
          <Trans comment="Step of the tour, on the phone">
            Buy and Sell open the order form. Before you send an order, it shows what changes and what it costs.
          </Trans>
        ) : (
          <Trans comment="Step of the tour">
            Enter a price and an amount. Before you send the order, it shows what changes and what it costs.
          </Trans>
        ),
      };
    case 'orders':
      return {
        title: <Trans comment="Step of the tour">Your orders and positions</Trans>,
        text: (
          <Trans comment="Step of the tour">
            What you have open is listed here. You can cancel orders and close positions at any time.
          </Trans>
        ),
      };
  }
}
