// Sends codes for a field of any form: provides the button, and in practice mode shows the code below it.
import { useState, type ReactNode } from 'react';
import { InboxHint } from '../practice/index.ts';
import { SendCode, type CodeTarget, type SendCodeProps } from './send-code.tsx';

export interface CodeSenderProps extends Omit<SendCodeProps, 'onSent'> {
  /** Puts the code of the practice inbox into the field. */
  readonly onUse: (code: string) => void;
  /** Renders the field with the button. */
  readonly children: (button: ReactNode) => ReactNode;
}

/** The typed address that a code was sent to; undefined: the user's own. */
function addressOf(target: CodeTarget): string | undefined {
  return target.kind === 'email' ? target.email : target.phone;
}

export function CodeSender({ onUse, children, ...send }: CodeSenderProps) {
  const [sent, setSent] = useState<CodeTarget>();
  return (
    <>
      {children(<SendCode {...send} onSent={setSent} />)}
      <InboxHint
        address={sent && addressOf(sent)}
        kind={send.target.kind}
        purpose={send.purpose}
        asked={sent !== undefined}
        onUse={onUse}
      />
    </>
  );
}
