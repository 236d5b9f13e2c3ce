// The figures of a header: one row where they fit, else two, else lines of their own under the price, so that none waits
// beyond the edge, however long its name or number is.
import { type RefObject, useEffect, useRef } from 'react';

/** One row comes back only where it leaves this free, px: a digit more or less does not turn the header to and fro. */
const SPARE_PX = 16;

/** More than two rows: as many lines as they need, under the price. */
const OWN_LINES = 3;

/** For the box around the list of figures. */
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
      // Nothing fades where nothing goes on beyond the edge.
      element.style.setProperty('--fade', '0px');
      const spare = rows === 1 ? 0 : SPARE_PX;
      const inOne = widthIn(1);
      // Beside the price, not under it.
      const room = element.clientWidth;
      const inTwo = widthIn(2) + (rows === OWN_LINES ? SPARE_PX : 0);
      rows = inOne + spare <= room ? 1 : inTwo <= room ? 2 : OWN_LINES;
      if (widthIn(rows) > element.clientWidth) element.style.removeProperty('--fade');
    };
    // In a frame of its own: a box must not change its size while changes of size are told.
    let frame = 0;
    const sizes = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(place);
    });
    const watch = (): void => {
      for (const one of [element, ...list.children]) sizes.observe(one);
    };
    // Figures come when their prices do.
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
