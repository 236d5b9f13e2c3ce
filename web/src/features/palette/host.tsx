// Opens the palette by Ctrl or Cmd and K, the list of keys by `?`, on every page.

import { useEffect, useState } from 'react';
import { latePart, showMissing } from '@vitrine/ui';
import type { Deed } from './actions.ts';

const Palette = latePart(async () => (await import('./palette.tsx')).Palette);
const KeysDialog = latePart(async () => (await import('./keys-dialog.tsx')).KeysDialog);

/** Whether a key press is text input. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, select, textarea, [role="dialog"], [role="menu"]') !== null)
  );
}

/** @param onDeed executes the choice. */
export function PaletteHost({ onDeed }: { readonly onDeed: (deed: Deed) => void }) {
  const [shown, setShown] = useState<'palette' | 'keys'>();
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey) return;
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setShown('palette');
      } else if (event.key === '?' && !event.ctrlKey && !event.metaKey && !isTyping(event.target)) {
        event.preventDefault();
        setShown('keys');
      }
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  const close = (): void => setShown(undefined);
  if (shown === undefined) return null;
  const missing = (): void => {
    close();
    showMissing();
  };
  const act = (deed: Deed): void => (deed.to === 'keys' ? setShown('keys') : onDeed(deed));
  return shown === 'palette' ? (
    <Palette of={{ onClose: close, onDeed: act }} onMissing={missing} />
  ) : (
    <KeysDialog of={{ onClose: close }} onMissing={missing} />
  );
}
