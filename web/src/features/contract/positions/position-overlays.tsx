// Dialogs and drawers of positions, and closed positions; a chunk that loads on first use.
import { useOpenOrdersOf, usePrice } from '../../../live/index.ts';
import { ClosedPositions } from './closed.tsx';
import type { Shown } from '../figures.tsx';
import { TpslDialog } from '../dialogs/tpsl-dialog.tsx';
import { MarginDialog } from '../dialogs/margin-dialog.tsx';
import { OneKeyDialog } from '../dialogs/close-all-dialog.tsx';
import type { Asked } from './positions.tsx';
import { ShareDialog } from '../dialogs/share-dialog.tsx';
import { SimulatorDrawer } from '../dialogs/simulator.tsx';
import { StoryDrawer } from './history.tsx';
import { type ContractKind, whole } from '../terms.ts';
import type { HeldPositions } from './use-held.ts';
import type { useGuards } from '../use-lines.tsx';
import { leftOf } from '../use-surroundings.ts';
import { UnitWord } from '../words.tsx';

export { ClosedPositions };

export interface PositionOverlaysProps {
  readonly contractType: ContractKind;
  readonly asked: { readonly what: Asked; readonly shown: Shown } | undefined;
  readonly all: readonly Shown[];
  readonly own: HeldPositions;
  readonly guards: ReturnType<typeof useGuards>;
  readonly oneKey: boolean;
  readonly onEnd: () => void;
  readonly onOneKeyEnd: () => void;
}

export function PositionOverlays(props: PositionOverlaysProps) {
  const { contractType, asked, all, own, guards, oneKey, onEnd, onOneKeyEnd } = props;
  const { held, balanceOf, termsOf } = own;
  const { orders } = useOpenOrdersOf(contractType);
  const at = asked && all.find(({ one }) => one.position.id === asked.shown.one.position.id);
  // If the position closes while its dialog is open, the dialog closes too; its history stays open.
  const story = asked?.what === 'story' ? asked.shown : undefined;
  const balance = at && balanceOf(at.one.terms);
  const available =
    at && balance !== undefined ? leftOf(balance, held, orders, at.one.terms.settle, termsOf) : undefined;
  const last = usePrice(at?.one.position.symbolName ?? '', contractType === 'u' ? 2 : 3)?.close;
  return (
    <>
      {at && asked?.what === 'margin' && at.one.position.marginMode === 'fixed' ? (
        <MarginDialog one={at.one} available={available} onClose={onEnd} />
      ) : null}
      {at && asked?.what === 'guards' ? (
        <TpslDialog one={at.one} guards={guards} last={whole(last, at.one.terms.tickDecimals)} onClose={onEnd} />
      ) : null}
      {at && asked?.what === 'share' ? <ShareDialog shown={at} onClose={onEnd} /> : null}
      <StoryDrawer
        position={story?.one.position}
        terms={story && { ...story.one.terms, unit: <UnitWord terms={story.one.terms} /> }}
        onClose={onEnd}
      />
      <SimulatorDrawer one={asked?.what === 'simulator' ? at?.one : undefined} available={available} onClose={onEnd} />
      {oneKey ? <OneKeyDialog shown={all} contractType={contractType} onClose={onOneKeyEnd} /> : null}
    </>
  );
}
