// One picture as uploaded: zoom, rotate and move it by keys, buttons or the pointer.
import { useCallback, useReducer, useRef, type PointerEvent, type RefCallback } from 'react';
import { IconRotate, IconRotateClockwise, IconZoomIn, IconZoomOut, IconZoomReset } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@vitrine/ui';
import { useCommands } from '../keys/index.ts';
import { mostZoom, panOf, stepView, transformOf, wholeView } from './view.ts';
import style from './picture.module.css';

/** Shows the picture in memory in an image element, and revokes its object URL afterwards. */
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

export function Viewer({ blob, of, name }: { readonly blob: Blob; readonly of: string; readonly name: string }) {
  const { t } = useLingui();
  const [view, step] = useReducer(stepView, wholeView);
  const picture = usePictureOf(blob);
  const frame = useRef<HTMLDivElement>(null);
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
          comment: 'name: Front, Back, Held in hand, Screenshot',
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
          data-testid={`picture-${of}`}
          alt={t({
            message: `${name}, as the customer sent it`,
            comment: 'name: Front, Back, Held in hand, Screenshot',
          })}
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
          <Trans comment="Button of a picture: shows it whole and not turned, as at first">Reset</Trans>
        </Button>
        <output className={style['viewState']} data-testid="view" data-zoom={percent} data-turn={turn}>
          <Trans comment="State of a picture: size in percent, turned by degrees">
            {percent}%, turned {turn}°
          </Trans>
        </output>
      </div>
    </>
  );
}
