// The figures of a header: one row where they fit, else two, so that none waits beyond the edge.
import { type RefObject, useEffect, useRef } from 'react';

/** One row comes back only where it leaves this free, px: a digit more or less does not turn the header to and fro. */
const SPARE_PX = 16;

/** For the box around the list of figures. */
export function useFigureRows(): RefObject<HTMLElement | null> {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = box.current;
    const list = element?.firstElementChild;
    if (!element || !(list instanceof HTMLElement)) return undefined;
    let rows = 1;
    const place = (): void => {
      const room = element.clientWidth;
      const widthIn = (count: number): number => {
        element.dataset['rows'] = String(count);
        return list.getBoundingClientRect().width;
      };
      // Nothing fades where nothing goes on beyond the edge.
      element.style.setProperty('--fade', '0px');
      rows = widthIn(1) + (rows === 1 ? 0 : SPARE_PX) > room ? 2 : 1;
      if (widthIn(rows) > room) element.style.removeProperty('--fade');
    };
    const sizes = new ResizeObserver(place);
    const watch = (): void => {
      for (const one of [element, ...list.children]) sizes.observe(one);
    };
    // Figures come when their prices do.
    const added = new MutationObserver(watch);
    added.observe(list, { childList: true });
    watch();
    return () => {
      sizes.disconnect();
      added.disconnect();
    };
  }, []);
  return box;
}
