// Stops the page from scrolling under a dialog. Uses a class: Mantine's own lock writes a style element, which the
// content security policy blocks.
import { useEffect } from 'react';

let holders = 0;

export function useScrollLock(held: boolean): void {
  useEffect(() => {
    if (!held) return;
    holders += 1;
    document.body.classList.add('v-locked');
    return () => {
      holders -= 1;
      if (holders === 0) document.body.classList.remove('v-locked');
    };
  }, [held]);
}
