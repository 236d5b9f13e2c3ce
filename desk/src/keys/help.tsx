// The keys of the current page, shown by `?`; and the switch that turns single letters off.
import { useState } from 'react';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { CheckField, Dialog, IconButton } from '@vitrine/ui';
import { IconKeyboard } from '@tabler/icons-react';
import { prefer, usePreferences } from '../preference/index.ts';
import { bindings, type Command } from './map.ts';
import { useCommands, useOffered } from './use-commands.ts';
import style from './keys.module.css';

const words: Readonly<Record<Command, MessageDescriptor>> = {
  next: msg({ message: 'Next case', comment: 'Shortcut' }),
  previous: msg({ message: 'Previous case', comment: 'Shortcut' }),
  approve: msg({ message: 'Approve', comment: 'Shortcut: begins that decision' }),
  refuse: msg({ message: 'Reject', comment: 'Shortcut: begins that decision' }),
  send: msg({ message: 'Send the decision', comment: 'Shortcut' }),
  cancel: msg({ message: 'Leave the decision or the field', comment: 'Shortcut' }),
  unmask: msg({ message: 'Show what is masked', comment: 'Shortcut: asks for a reason first' }),
  picture: msg({ message: 'First, second, third picture', comment: 'Shortcut' }),
  zoomIn: msg({ message: 'Larger', comment: 'Shortcut: the picture' }),
  zoomOut: msg({ message: 'Smaller', comment: 'Shortcut: the picture' }),
  rotate: msg({ message: 'Turn right', comment: 'Shortcut: the picture' }),
  rotateBack: msg({ message: 'Turn left', comment: 'Shortcut: the picture' }),
  resetView: msg({ message: 'Whole picture, upright', comment: 'Shortcut' }),
  search: msg({ message: 'Go to the search', comment: 'Shortcut' }),
  help: msg({ message: 'Show these keys', comment: 'Shortcut' }),
};

export function KeysButton() {
  const { t, i18n } = useLingui();
  const [open, setOpen] = useState(false);
  const { singleKeys } = usePreferences();
  const offered = useOffered();
  useCommands({ help: () => setOpen(true) });
  const shown = bindings.filter((binding) => offered.includes(binding.command));
  return (
    <>
      <IconButton label={t`Keyboard shortcuts`} data-testid="keys-button" onClick={() => setOpen(true)}>
        <IconKeyboard stroke={1.75} aria-hidden="true" />
      </IconButton>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={<Trans>Keys on this page</Trans>}
        safe={<Trans>Close</Trans>}
        testId="keys"
      >
        <dl className={style['list']}>
          {shown.map((binding) => (
            <div key={binding.command} data-off={(binding.single && !singleKeys) || undefined}>
              <dt>{i18n._(words[binding.command])}</dt>
              <dd>
                {binding.shown.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <CheckField name="single-keys" checked={singleKeys} onChange={(on) => prefer({ singleKeys: on })}>
          <Trans>Single letters work outside fields</Trans>
        </CheckField>
      </Dialog>
    </>
  );
}
