// The chart over the whole window, and the window full screen where the browser permits it.

import { useEffect, useState } from 'react';

/** Whether the chart fills the window, and the function to change it. Escape leaves. */
export function useFullScreen(): readonly [boolean, () => void] {
  const [full, setFull] = useState(false);
  useEffect(() => {
    if (!full) return undefined;
    const left = (): void => {
      if (document.fullscreenElement === null) setFull(false);
    };
    const key = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) leave();
    };
    const leave = (): void => {
      setFull(false);
      if (document.fullscreenElement) document.exitFullscreen().catch(reportError);
    };
    document.addEventListener('fullscreenchange', left);
    document.addEventListener('keydown', key);
    return () => {
      document.removeEventListener('fullscreenchange', left);
      document.removeEventListener('keydown', key);
    };
  }, [full]);
  const toggle = (): void => {
    setFull(!full);
    // The whole page goes full screen and not the panel, because menus and notices belong to the page. Where the
    // browser refuses (a phone, an embedded page), the chart fills the window.
    if (!full) document.documentElement.requestFullscreen?.().catch(() => undefined);
    else if (document.fullscreenElement) document.exitFullscreen().catch(reportError);
  };
  return [full, toggle];
}
