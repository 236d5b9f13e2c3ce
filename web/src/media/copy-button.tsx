// Copies a text and says whether it worked.
import { useEffect, useState, type ReactNode } from 'react';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, toast } from '@vitrine/ui';

/** Copies a text and says whether it worked (§8). */
export function CopyButton({ text, label }: { readonly text: string; readonly label?: ReactNode }) {
  const { t } = useLingui();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      toast({ id: 'copy', kind: 'warn', title: t`Copy failed` });
    }
  };
  return (
    <Button size="small" onClick={() => void copy()}>
      {copied ? (
        <IconCheck className="v-i-14" stroke={1.75} aria-hidden="true" />
      ) : (
        <IconCopy className="v-i-14" stroke={1.75} aria-hidden="true" />
      )}
      <span aria-live="polite">
        {copied ? <Trans>Copied</Trans> : (label ?? <Trans comment="Button: to the clipboard">Copy</Trans>)}
      </span>
    </Button>
  );
}
