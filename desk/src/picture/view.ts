// The view of a picture: zoom, rotation, position. Pure; the same steps for keys, buttons and the pointer.

export interface View {
  /** 1: the whole picture fits. */
  readonly zoom: number;
  /** Degrees clockwise: 0, 90, 180, 270. */
  readonly turn: number;
  /** Offset of the picture's centre as a fraction of the frame: 0 is centred, 0.5 an edge. */
  readonly x: number;
  readonly y: number;
}

export const wholeView: View = { zoom: 1, turn: 0, x: 0, y: 0 };

export const mostZoom = 8;
const zoomStep = 1.5;
/** One arrow key step, as a fraction of the frame. */
export const panStep = 0.12;

export type ViewStep =
  | { readonly kind: 'zoom'; readonly by: 1 | -1 }
  | { readonly kind: 'turn'; readonly by: 90 | -90 }
  | { readonly kind: 'pan'; readonly x: number; readonly y: number }
  | { readonly kind: 'whole' };

/** The picture moves at most until its edge reaches the frame's centre. */
function within(value: number, zoom: number): number {
  const most = (zoom - 1) / 2 + (zoom > 1 ? 0.1 : 0);
  // Adding 0 turns −0 into 0.
  return Math.max(-most, Math.min(most, value)) + 0;
}

function settle(view: View): View {
  return { ...view, x: within(view.x, view.zoom), y: within(view.y, view.zoom) };
}

export function stepView(view: View, step: ViewStep): View {
  switch (step.kind) {
    case 'zoom': {
      const zoom = Math.max(1, Math.min(mostZoom, step.by === 1 ? view.zoom * zoomStep : view.zoom / zoomStep));
      // Zooms around the centre of the frame.
      const grown = zoom / view.zoom;
      return settle({ ...view, zoom, x: view.x * grown, y: view.y * grown });
    }
    case 'turn':
      return { ...view, turn: (view.turn + step.by + 360) % 360, x: 0, y: 0 };
    case 'pan':
      return settle({ ...view, x: view.x + step.x, y: view.y + step.y });
    case 'whole':
      return wholeView;
  }
}

/** Arrow keys move the viewport: right shows what is further right. */
export function panOf(key: string): ViewStep | undefined {
  switch (key) {
    case 'ArrowLeft':
      return { kind: 'pan', x: panStep, y: 0 };
    case 'ArrowRight':
      return { kind: 'pan', x: -panStep, y: 0 };
    case 'ArrowUp':
      return { kind: 'pan', x: 0, y: panStep };
    case 'ArrowDown':
      return { kind: 'pan', x: 0, y: -panStep };
    default:
      return undefined;
  }
}

/** The CSS transform of a view. */
export function transformOf({ zoom, turn, x, y }: View): string {
  return `translate(${(x * 100).toFixed(2)}%, ${(y * 100).toFixed(2)}%) scale(${zoom.toFixed(3)}) rotate(${turn}deg)`;
}
