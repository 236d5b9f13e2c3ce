// The masked facts of a submission. Staff reveal one field at a time with a reason; it stays visible until the case is
// closed.
import { useState, type ReactNode } from 'react';
import { useMutation } from '@tanstack/react-query';
import { IconEye } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { MAX_DESK_REASON, mayDesk, type DeskKycCase } from '@vitrine/contract';
import { Button, Tag, TextAreaField } from '@vitrine/ui';
import { request, useMe } from '../../api/index.ts';
import { Facts, Fault, hasReason, type Fact } from '../../case/index.ts';
import { useCommands } from '../../keys/index.ts';
import { fieldText, useFieldValue } from '../../words/index.ts';
import { inOrder, isMasked } from './draft.ts';
import style from './verification.module.css';

export function MaskedFacts({ kyc }: { readonly kyc: DeskKycCase }) {
  const { t } = useLingui();
  const { roles } = useMe();
  const valueText = useFieldValue();
  const [shown, setShown] = useState<Readonly<Record<string, string>>>({});
  const [asking, setAsking] = useState<string>();
  const may = mayDesk('desk.kyc.unmask', roles);
  const names = inOrder(Object.keys(kyc.fields));
  const nextMasked = may
    ? names.find((name) => isMasked(kyc.fields[name] ?? '') && shown[name] === undefined)
    : undefined;
  useCommands({ unmask: nextMasked === undefined ? undefined : () => setAsking(nextMasked) });
  const facts = names.map<Fact>((name) => {
    const masked = kyc.fields[name] ?? '';
    const clear = shown[name];
    const field = fieldText(name);
    const refused = kyc.refused.some((one) => one.field === name);
    return {
      key: name,
      label: field,
      value: (
        <>
          {valueText(name, clear ?? masked)}{' '}
          {clear === undefined ? null : (
            <Tag>
              <Trans comment="A masked field that is shown in full">in plain text</Trans>
            </Tag>
          )}
          {refused ? (
            <Tag tone="warn">
              <Trans comment="A field of a verification">rejected</Trans>
            </Tag>
          ) : null}
        </>
      ),
      end:
        may && isMasked(masked) && clear === undefined ? (
          <Button
            size="small"
            onClick={() => setAsking(name)}
            aria-label={t({ message: `Show ${field}`, comment: 'field: name of a masked field' })}
            aria-expanded={asking === name}
          >
            <IconEye className="v-i-14" stroke={1.75} aria-hidden="true" />
            <Trans comment="Button: shows a masked field">Show</Trans>
          </Button>
        ) : undefined,
    };
  });
  return (
    <>
      <Facts facts={facts} />
      {asking === undefined ? null : (
        <Unmask
          key={asking}
          id={kyc.id}
          field={asking}
          onShown={(value) => {
            setShown((before) => ({ ...before, [asking]: value }));
            setAsking(undefined);
          }}
          onLeave={() => setAsking(undefined)}
        />
      )}
    </>
  );
}

function Unmask({
  id,
  field,
  onShown,
  onLeave,
}: {
  readonly id: string;
  readonly field: string;
  readonly onShown: (value: string) => void;
  readonly onLeave: () => void;
}): ReactNode {
  const [reason, setReason] = useState('');
  const asking = useMutation({
    mutationFn: () => request('desk.kyc.unmask', { id, field, reason: reason.trim() }),
    onSuccess: ({ value }) => onShown(value),
  });
  const name = fieldText(field);
  const ready = hasReason(reason) && !asking.isPending;
  const send = (): void => {
    if (ready) asking.mutate();
  };
  useCommands({ send, cancel: onLeave });
  return (
    <form
      className={style['unmask']}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <TextAreaField
        label={<Trans comment="name: name of a masked field">Why do you need to see “{name}”?</Trans>}
        value={reason}
        onChange={setReason}
        maxLength={MAX_DESK_REASON}
        rows={2}
        hint={<Trans>The audit log keeps your name, the field and this reason.</Trans>}
        inputRef={(element) => {
          if (element && document.activeElement?.tagName !== 'TEXTAREA') element.focus();
        }}
        required
      />
      <Fault error={asking.error} />
      <div className="v-row">
        <Button size="small" onClick={onLeave}>
          <Trans>Leave it masked</Trans>
        </Button>
        <Button size="small" type="submit" tone="main" busy={asking.isPending} aria-disabled={!ready}>
          <Trans comment="name: name of a masked field">Show “{name}”</Trans>
        </Button>
      </div>
    </form>
  );
}
