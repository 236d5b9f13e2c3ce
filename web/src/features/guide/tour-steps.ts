// The five steps of the tour, and where each points. Pure.
export const tourKeys = ['price', 'chart', 'book', 'ticket', 'orders'] as const;
export type TourKey = (typeof tourKeys)[number];

/** Elements of the terminal, the first that is shown; on the phone the order form is behind two buttons. */
export const tourTargets: Readonly<Record<TourKey, readonly string[]>> = {
  price: ['#pane-price'],
  chart: ['#pane-chart'],
  book: ['#pane-book'],
  ticket: ['#pane-ticket', '#pane-open'],
  orders: ['#pane-orders'],
};

/** The next step in a direction whose pane is shown: panes can be hidden. Undefined: there is none. */
export function stepFrom(at: number, direction: 1 | -1, isShown: (key: TourKey) => boolean): number | undefined {
  for (let step = at + direction; ; step += direction) {
    const key = tourKeys[step];
    if (key === undefined) return undefined;
    if (isShown(key)) return step;
  }
}
