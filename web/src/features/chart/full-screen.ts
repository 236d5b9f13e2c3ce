// The chart over the whole window, and the window over the whole screen where the browser lets it.

import { useEffect, useState } from 'react';

/** Whether the chart is over everything, and how to change it. Escape leaves. */
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
    // The whole page goes full screen, not the panel: menus and notices hang on the page. Where the browser refuses
    // (a phone, an embedded page) the chart has the window all the same.
    if (!full) document.documentElement.requestFullscreen?.().catch(() => undefined);
    else if (document.fullscreenElement) document.exitFullscreen().catch(reportError);
  };
  return [full, toggle];
}
