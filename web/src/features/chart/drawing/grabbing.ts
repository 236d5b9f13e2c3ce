// Grabs a line anywhere along it, before the chart handles the press; Escape releases it.

import { type RefObject, useEffect } from 'react';
import type { Move, MoveEvent } from '../move/move.ts';
import type { LineHold } from '../lines/use-lines.ts';

/**
 * A mouse grabs a line anywhere along it. A finger there scrolls the chart, so it uses the label. `free`: no tool is
 * selected.
 */
export function useGrabbing(
  frame: RefObject<HTMLElement | null>,
  box: RefObject<HTMLElement | null>,
  { near, grab }: LineHold,
  free: boolean,
): void {
  useEffect(() => {
    const element = frame.current;
    if (!element || !free) return undefined;
    let holding = false;
    const lineUnder = (event: PointerEvent) =>
      event.pointerType === 'mouse' && event.target instanceof Node && box.current?.contains(event.target)
        ? near(event.clientY)
        : undefined;
    const down = (event: PointerEvent): void => {
      const line = event.button === 0 ? lineUnder(event) : undefined;
      holding = line !== undefined;
      if (line) grab(line, false, event);
    };
    const press = (event: MouseEvent): void => {
      // The library listens to mouse events: a press that grabbed a line must not scroll the chart too.
      if (holding) event.stopPropagation();
    };
    const over = (event: PointerEvent): void => {
      if (event.buttons === 0) element.toggleAttribute('data-grab', lineUnder(event) !== undefined);
    };
    element.addEventListener('pointerdown', down, true);
    element.addEventListener('mousedown', press, true);
    element.addEventListener('pointermove', over, true);
    return () => {
      element.removeEventListener('pointerdown', down, true);
      element.removeEventListener('mousedown', press, true);
      element.removeEventListener('pointermove', over, true);
      element.removeAttribute('data-grab');
    };
  }, [frame, box, near, grab, free]);
}

/** Escape cancels an unsent change, or closes its message. */
export function useEscape(move: Move, onMove: (event: MoveEvent) => void): void {
  useEffect(() => {
    if (move.at === 'rest' || move.at === 'send') return undefined;
    const said = move.at === 'sent' || move.at === 'failed';
    const key = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      // An open confirmation is closed before anything else.
      event.preventDefault();
      onMove({ is: said ? 'forget' : 'undo' });
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, [move, onMove]);
}
