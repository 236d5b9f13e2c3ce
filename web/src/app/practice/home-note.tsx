// The note on practice below the markets of the home page. It comes late and finds its place by itself, because the first
// page's scripts are counted to the byte.
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useRouterState } from '@tanstack/react-router';
import { PracticeNote } from '../../practice-traders/index.ts';

/** The panel of the home page's markets; the note is the last part of its section. */
const PANEL = 'home-markets';

export function HomeNote() {
  const shown = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => {
    // The page is drawn by the next frame.
    const frame = requestAnimationFrame(() => setPlace(document.getElementById(PANEL)?.closest('section') ?? null));
    return () => cancelAnimationFrame(frame);
  }, [shown]);
  return place === null ? null : createPortal(<PracticeNote />, place);
}
