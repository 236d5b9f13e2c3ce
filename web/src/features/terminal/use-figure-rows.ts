// One row of figures where they fit; else two of half as many, so that none waits beyond the edge.
import { type RefObject, useEffect, useRef } from 'react';

/** One row comes back only where it leaves this free, px. */
const SPARE_PX = 16;

/** For the box around the list of figures. Their own widths decide, which are the same in one row and in two. */
export function useFigureRows(): RefObject<HTMLElement | null> {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const list = box.current?.firstElementChild;
    if (!box.current || !(list instanceof HTMLElement)) return undefined;
    let isDense = false;
    const place = (): void => {
      const figures = [...list.children]
        .map((figure) => figure.getBoundingClientRect().width)
        .filter((width) => width > 0);
      const { columnGap, paddingRight } = getComputedStyle(list);
      const wide = figures.reduce(
        (sum, width) => sum + width + Number.parseFloat(columnGap),
        Number.parseFloat(paddingRight),
      );
      // A figure that grows and shrinks by a digit at the edge does not turn the header to and fro.
      const spare = isDense ? SPARE_PX : 0;
      isDense = wide + spare > (box.current?.clientWidth ?? Infinity);
      const columns = Math.max(1, isDense ? Math.ceil(figures.length / 2) : figures.length);
      list.style.setProperty('--columns', String(columns));
    };
    const sizes = new ResizeObserver(place);
    const watch = (): void => {
      for (const element of [box.current, ...list.children]) if (element) sizes.observe(element);
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
