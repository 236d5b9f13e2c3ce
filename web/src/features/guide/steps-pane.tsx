// The first steps in the wallet, until they are hidden; the account menu shows them again.
import { Trans } from '@lingui/react/macro';
import { Button, Pane, SkeletonRows, toast } from '@vitrine/ui';
import { useGuideTexts } from '../../guide-texts/index.ts';
import { accountMemory, noteAccount, useGuideMemory } from '../../guide-memory/index.ts';
import { FirstSteps } from './first-steps.tsx';
import style from './guide.module.css';

export function StepsPane({ userId }: { readonly userId: string }) {
  useGuideMemory();
  const here = useGuideTexts();
  if (accountMemory(userId).hidden) return null;
  if (!here)
    return (
      <Pane padded className={style['pane']}>
        <SkeletonRows rows={5} />
      </Pane>
    );
  const hide = (): void => {
    noteAccount(userId, { hidden: true });
    toast({
      id: 'first-steps',
      kind: 'done',
      title: <Trans comment="Heading: what a newcomer should do">First steps</Trans>,
      text: <Trans comment="Where hidden first steps are">You find them again in the account menu.</Trans>,
    });
  };
  return (
    <Pane
      padded
      className={style['pane']}
      title={<Trans comment="Heading: what a newcomer should do">First steps</Trans>}
      aside={
        <Button size="small" tone="quiet" data-testid="hide-steps" onClick={hide}>
          <Trans comment="Button: removes the list from the wallet">Hide first steps</Trans>
        </Button>
      }
    >
      <FirstSteps userId={userId} wide />
    </Pane>
  );
}
