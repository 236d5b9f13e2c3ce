// The layout of the header's figures: one row if they fit, else two, else their own lines below the price, so that
// nothing is cut off.
import { type RefObject, useEffect, useRef } from 'react';

/** Returns to one row only with this much free space, px, so that a single digit does not toggle the layout. */
const SPARE_PX = 16;

/** More than two rows: the figures get as many lines below the price as they need. */
const OWN_LINES = 3;

/** The ref for the container of the figures. */
export function useFigureRows(): RefObject<HTMLElement | null> {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = box.current;
    const list = element?.firstElementChild;
    if (!element || !(list instanceof HTMLElement)) return undefined;
    let rows = 1;
    const place = (): void => {
      const widthIn = (count: number): number => {
        element.dataset['rows'] = String(count);
        return list.getBoundingClientRect().width;
      };
      // No fade if nothing is cut off.
      element.style.setProperty('--fade', '0px');
      const spare = rows === 1 ? 0 : SPARE_PX;
      const inOne = widthIn(1);
      // Beside the price, not below it.
      const width = element.clientWidth;
      const inTwo = widthIn(2) + (rows === OWN_LINES ? SPARE_PX : 0);
      rows = inOne + spare <= width ? 1 : inTwo <= width ? 2 : OWN_LINES;
      if (widthIn(rows) > element.clientWidth) element.style.removeProperty('--fade');
    };
    // Deferred to the next frame: a resize observer must not resize its element.
    let frame = 0;
    const sizes = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(place);
    });
    const watch = (): void => {
      for (const one of [element, ...list.children]) sizes.observe(one);
    };
    // Figures appear when their prices arrive.
    const added = new MutationObserver(watch);
    added.observe(list, { childList: true });
    watch();
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      added.disconnect();
    };
  }, []);
  return box;
}
