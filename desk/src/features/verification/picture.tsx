// The pictures of a submission, one at a time: larger, smaller, turned, moved, by keys, buttons or the pointer. Each look is logged.
import { useCallback, useEffect, useReducer, useRef, useState, type PointerEvent, type RefCallback } from 'react';
import { useQuery } from '@tanstack/react-query';
import { IconRotate, IconRotateClockwise, IconZoomIn, IconZoomOut, IconZoomReset } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { DeskKycCase } from '@vitrine/contract';
import { Button, ErrorBlock, SkeletonBar, Tabs, tabId } from '@vitrine/ui';
import { queryClient, requestPicture } from '../../api/index.ts';
import { useCommands } from '../../keys/index.ts';
import { fieldText, useFaultText } from '../../words/index.ts';
import { mostZoom, panOf, stepView, transformOf, wholeView } from './view.ts';
import style from './verification.module.css';

const panel = 'pictures';
const call = 'desk.kyc.document';

export function Pictures({ kyc }: { readonly kyc: Pick<DeskKycCase, 'id' | 'documents'> }) {
  const { t } = useLingui();
  const [field, setField] = useState(kyc.documents[0]?.field ?? '');
  const at = kyc.documents.find((one) => one.field === field);
  // What was seen leaves the page with the case.
  useEffect(() => () => queryClient.removeQueries({ queryKey: [call, { id: kyc.id }] }), [kyc.id]);
  useCommands({
    picture: (key) => {
      const wanted = kyc.documents[Number.parseInt(key, 10) - 1];
      if (wanted) setField(wanted.field);
    },
  });
  return (
    <div className={style['pictures']}>
      <Tabs
        label={t`Pictures`}
        panel={panel}
        value={field}
        onChange={setField}
        choices={kyc.documents.map((one) => ({ key: one.field, label: fieldText(one.field) }))}
      />
      <div id={panel} role="tabpanel" aria-labelledby={tabId(panel, field)}>
        {at === undefined ? null : <Picture key={at.fileId} caseId={kyc.id} fileId={at.fileId} field={at.field} />}
      </div>
    </div>
  );
}

interface PictureProps {
  readonly caseId: string;
  readonly fileId: string;
  readonly field: string;
}

function Picture({ caseId, fileId, field }: PictureProps) {
  const faultText = useFaultText();
  // Kept while the case is open, so that going back to a picture is not another look.
  const picture = useQuery({
    queryKey: [call, { id: caseId, fileId }],
    queryFn: ({ signal }) => requestPicture({ id: caseId, fileId }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnReconnect: false,
  });
  if (picture.isError)
    return (
      <ErrorBlock title={<Trans>The picture did not load</Trans>} onRetry={() => void picture.refetch()}>
        {faultText(picture.error)}
      </ErrorBlock>
    );
  if (picture.data === undefined) return <SkeletonBar width="100%" height={320} />;
  return <Viewer blob={picture.data} field={field} />;
}

/** Gives an image element the picture in memory, and its address back when it is not shown any more. */
function usePictureOf(blob: Blob): RefCallback<HTMLImageElement> {
  return useCallback(
    (image: HTMLImageElement) => {
      const made = URL.createObjectURL(blob);
      image.src = made;
      return () => URL.revokeObjectURL(made);
    },
    [blob],
  );
}

function Viewer({ blob, field }: { readonly blob: Blob; readonly field: string }) {
  const { t } = useLingui();
  const [view, step] = useReducer(stepView, wholeView);
  const picture = usePictureOf(blob);
  const frame = useRef<HTMLDivElement>(null);
  const name = fieldText(field);
  useCommands({
    zoomIn: () => step({ kind: 'zoom', by: 1 }),
    zoomOut: () => step({ kind: 'zoom', by: -1 }),
    rotate: () => step({ kind: 'turn', by: 90 }),
    rotateBack: () => step({ kind: 'turn', by: -90 }),
    resetView: () => step({ kind: 'whole' }),
  });
  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    const box = frame.current?.getBoundingClientRect();
    if (event.buttons !== 1 || !box) return;
    step({ kind: 'pan', x: event.movementX / box.width, y: event.movementY / box.height });
  };
  const percent = Math.round(view.zoom * 100);
  const turn = view.turn;
  return (
    <>
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- moved by arrows and pointer; the buttons below do the same */}
      <div
        ref={frame}
        className={style['viewer']}
        role="group"
        aria-label={t({
          message: `Picture: ${name}. Arrows move it when it is larger.`,
          comment: 'name: Front, Back, Held in hand',
        })}
        tabIndex={0}
        data-zoomed={view.zoom > 1 || undefined}
        onPointerMove={drag}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onKeyDown={(event) => {
          const pan = panOf(event.key);
          if (!pan || view.zoom === 1) return;
          event.preventDefault();
          step(pan);
        }}
      >
        <img
          ref={picture}
          alt={t({ message: `${name}, as the customer sent it`, comment: 'name: Front, Back, Held in hand' })}
          draggable={false}
          data-side={view.turn % 180 === 90 || undefined}
          style={{ transform: transformOf(view) }}
        />
      </div>
      {/* oxlint-enable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
      <div className={style['tools']}>
        <Button size="small" onClick={() => step({ kind: 'zoom', by: 1 })} aria-disabled={view.zoom >= mostZoom}>
          <IconZoomIn className="v-i-14" stroke={1.75} aria-hidden="true" />
          <Trans comment="Picture">Larger</Trans>
        </Button>
        <Button size="small" onClick={() => step({ kind: 'zoom', by: -1 })} aria-disabled={view.zoom <= 1}>
          <IconZoomOut className="v-i-14" stroke={1.75} aria-hidden="true" />
          <Trans comment="Picture">Smaller</Trans>
        </Button>
        <Button size="small" onClick={() => step({ kind: 'turn', by: -90 })}>
          <IconRotate className="v-i-14" stroke={1.75} aria-hidden="true" />
          <Trans comment="Picture">Turn left</Trans>
        </Button>
        <Button size="small" onClick={() => step({ kind: 'turn', by: 90 })}>
          <IconRotateClockwise className="v-i-14" stroke={1.75} aria-hidden="true" />
          <Trans comment="Picture">Turn right</Trans>
        </Button>
        <Button size="small" onClick={() => step({ kind: 'whole' })}>
          <IconZoomReset className="v-i-14" stroke={1.75} aria-hidden="true" />
          <Trans comment="Picture">Whole</Trans>
        </Button>
        <output className={style['viewState']}>
          <Trans comment="State of a picture: size in percent, turned by degrees">
            {percent}%, turned {turn}°
          </Trans>
        </output>
      </div>
    </>
  );
}
