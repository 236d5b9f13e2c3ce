// The drawer of the settings, opened from any page; the form loads when it first opens.
import { useSyncExternalStore } from 'react';
import { Trans } from '@lingui/react/macro';
import { Drawer, latePart, showMissing } from '@vitrine/ui';

const LateForm = latePart(async () => (await import('./settings-form.tsx')).SettingsForm);

let open = false;
const listeners = new Set<() => void>();

function show(next: boolean): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Opens the settings from anywhere. */
export function openSettings(): void {
  show(true);
}

export function SettingsDrawer() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
  return (
    <Drawer open={shown} onClose={() => show(false)} title={<Trans>Settings</Trans>}>
      <LateForm
        of={{}}
        onMissing={() => {
          show(false);
          showMissing();
        }}
      />
    </Drawer>
  );
}
