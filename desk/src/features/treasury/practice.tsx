// A labelled tool of practice mode: replaces the last blocks of the practice chain, to show the effect of a
// reorganisation.
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import { MAX_DESK_REASON, MAX_PRACTICE_REORG, mayDesk } from '@vitrine/contract';
import { Button, CheckField, NumberField, Pane, Tag, TextField, WhyLine, toast } from '@vitrine/ui';
import { refreshQueues, useMe, useSend } from '../../api/index.ts';
import { Fault, hasReason } from '../../case/index.ts';
import { readDepth } from './rules.ts';
import style from './treasury.module.css';

export function PracticeTool() {
  const { t } = useLingui();
  const { roles } = useMe();
  const [depthText, setDepth] = useState('3');
  const [drop, setDrop] = useState(true);
  const [reason, setReason] = useState('');
  const depth = readDepth(depthText, MAX_PRACTICE_REORG);
  const most = MAX_PRACTICE_REORG;
  const send = useSend();
  const replacing = useMutation({
    mutationFn: (given: number) => send('desk.practice.reorganise', { depth: given, drop, reason: reason.trim() }),
    onSuccess: (done) => {
      const height = done?.height;
      if (height !== undefined)
        toast({
          id: 'decision',
          kind: 'done',
          state: 'blocks-replaced',
          title: <Trans comment="height: number of a block">Replaced. The chain now ends at block {height}.</Trans>,
        });
      setReason('');
      void refreshQueues();
    },
  });
  if (!mayDesk('desk.practice.reorganise', roles)) return null;
  const ready = depth !== undefined && hasReason(reason) && !replacing.isPending;
  return (
    <Pane
      title={<Trans>Replace practice blocks</Trans>}
      aside={
        <Tag tone="pencil">
          <Trans>Practice</Trans>
        </Tag>
      }
      padded
    >
      <form
        className={style['tool']}
        data-testid="replace-blocks"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) replacing.mutate(depth);
        }}
      >
        <p className="v-13 v-ink-2">
          <Trans>
            As a real chain sometimes does: the last blocks are replaced by others. Deposits in them become doubtful,
            and are reversed when their payments do not reappear.
          </Trans>
        </p>
        <div className={style['toolFields']}>
          <NumberField
            label={<Trans>How many blocks</Trans>}
            name="depth"
            value={depthText}
            decimals={0}
            error={depth === undefined ? t`From 1 to ${most}` : undefined}
            onChange={setDepth}
          />
          <TextField
            label={<Trans>Reason</Trans>}
            name="reason"
            value={reason}
            maxLength={MAX_DESK_REASON}
            autoComplete="off"
            onChange={setReason}
          />
        </div>
        <CheckField name="drop" checked={drop} onChange={setDrop}>
          <Trans>Their payments are lost too</Trans>
        </CheckField>
        <Fault error={replacing.error} />
        <div>
          <Button type="submit" tone="main" busy={replacing.isPending} aria-disabled={!ready}>
            <Trans>Replace the blocks</Trans>
          </Button>
          <WhyLine need={!ready}>
            {depth === undefined ? (
              <Trans>Not yet: how many blocks</Trans>
            ) : hasReason(reason) ? (
              <Trans>It is recorded in the audit log. A live exchange has no such tool.</Trans>
            ) : (
              <Trans>Not yet: a reason</Trans>
            )}
          </WhyLine>
        </div>
      </form>
    </Pane>
  );
}
