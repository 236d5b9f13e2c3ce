// One photo: chosen, dropped or taken with the phone's camera; preview, upload, replacement.
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { IconAlertTriangle, IconCamera, IconPhotoPlus } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { MAX_UPLOAD, type UploadPurpose } from '@vitrine/contract';
import { NumPercent } from '@vitrine/ui';
import { ApiFault, NoAnswer, upload } from '../api/index.ts';
import { faultText } from '../page/index.ts';
import { PHOTO_TYPES, photoFault, sendingFault, type Photo, type PhotoEvent, type PhotoFault } from './photo.ts';
import style from './media.module.css';

/** Uploads a chosen file and reports its progress by slot name; a newer file of the same slot cancels the older one. */
export function usePhotoSending<Slot extends string>(
  purpose: UploadPurpose,
  tell: (slot: Slot, event: PhotoEvent) => void,
): (slot: Slot, file: File) => void {
  const running = useRef(new Map<Slot, { readonly abort: AbortController; readonly preview: string }>());
  const latest = useRef(tell);
  useEffect(() => {
    latest.current = tell;
  });
  useEffect(() => {
    const all = running.current;
    return () => {
      for (const { abort, preview } of all.values()) {
        abort.abort();
        URL.revokeObjectURL(preview);
      }
      all.clear();
    };
  }, []);
  const send = useCallback(
    async (slot: Slot, file: File): Promise<void> => {
      const act = (event: PhotoEvent): void => latest.current(slot, event);
      const fault = photoFault(file);
      if (fault !== undefined) return act({ do: 'fail', fault });
      const before = running.current.get(slot);
      if (before) {
        before.abort.abort();
        URL.revokeObjectURL(before.preview);
      }
      const own = { abort: new AbortController(), preview: URL.createObjectURL(file) };
      running.current.set(slot, own);
      act({ do: 'choose', preview: own.preview });
      try {
        const { link } = await upload(file, purpose, {
          signal: own.abort.signal,
          onProgress: (part) => {
            if (running.current.get(slot) === own) act({ do: 'send', part });
          },
          onWaiting: () => {
            if (running.current.get(slot) === own) act({ do: 'wait' });
          },
        });
        if (running.current.get(slot) === own) act({ do: 'sent', link });
      } catch (error) {
        if (own.abort.signal.aborted) return;
        if (!(error instanceof ApiFault) && !(error instanceof NoAnswer)) throw error;
        act({ do: 'fail', fault: sendingFault(error) });
      }
    },
    [purpose],
  );
  return (slot, file) => void send(slot, file);
}

/** The text of a failed upload. */
export function usePhotoWords(): (fault: PhotoFault) => string {
  const { t } = useLingui();
  const megabytes = MAX_UPLOAD / 1_048_576;
  return (fault) => {
    switch (fault) {
      case 'type':
        return t`Not sent: only JPEG, PNG and WebP are taken`;
      case 'empty':
        return t`Not sent: the file is empty`;
      case 'large':
        return t`Not sent: the file is too large. Choose a smaller one.`;
      case 'size':
        return t`Not sent: a picture has at most ${megabytes} MB`;
    }
  };
}

/** Shown while the upload transfers nothing. */
export function Waiting() {
  return <Trans comment="While a photo is sent and the network does not take it">Waiting for the connection</Trans>;
}

export interface PhotoInputProps {
  /** For tests: `photo-…`. */
  readonly name: string;
  readonly label: string;
  readonly photo: Photo;
  /** Shown below if nothing else is: that it is optional, what must be visible on it. */
  readonly hint?: string | undefined;
  /** Why staff refused the previous photo. */
  readonly refused?: string | undefined;
  /** Which camera of a phone; undefined: none is offered. */
  readonly camera?: 'user' | 'environment' | undefined;
  readonly onFile: (file: File) => void;
}

export function PhotoInput({ name, label, photo, hint, refused, camera, onFile }: PhotoInputProps) {
  const { t } = useLingui();
  const words = usePhotoWords();
  const below = useId();
  const [over, setOver] = useState(false);
  /** The last chosen file: sent again if no answer came. */
  const [chosen, setChosen] = useState<File>();
  const fault = photo.fault;
  const bad = fault === undefined ? refused : fault instanceof Error ? faultText(fault) : words(fault);
  const take = (files: FileList | null): void => {
    const file = files?.[0];
    if (!file) return;
    setChosen(file);
    onFile(file);
  };
  const state = bad !== undefined ? 'bad' : photo.sent !== undefined ? 'sending' : photo.link && 'there';
  const full = photo.preview !== undefined;
  return (
    <div
      className={style['photo']}
      data-testid={`photo-${name}`}
      data-state={state}
      data-fault={fault instanceof ApiFault ? fault.key : fault instanceof Error ? fault.name : fault}
    >
      <span className={style['photoLabel']}>{label}</span>
      <div
        className={style['drop']}
        data-over={over || undefined}
        data-bad={bad !== undefined || undefined}
        data-full={full || undefined}
      >
        {/* The native file input covers the whole box, so clicks, drops and the keyboard reach it. */}
        <input
          type="file"
          className={style['cover']}
          accept={PHOTO_TYPES.join(',')}
          aria-label={full ? t({ message: `Replace: ${label}`, comment: 'label: name of a photo' }) : label}
          aria-describedby={below}
          aria-invalid={bad !== undefined || undefined}
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          onChange={(event) => {
            take(event.currentTarget.files);
            event.currentTarget.value = '';
          }}
        />
        {full ? (
          <img src={photo.preview} alt={t({ message: `Preview: ${label}`, comment: 'label: name of a photo' })} />
        ) : (
          <span className={style['dropWords']}>
            <IconPhotoPlus stroke={1.5} aria-hidden="true" />
            <b>
              <Trans comment="Choose a photo from the device">Choose a photo</Trans>
            </b>
            <span className="v-no-phone">
              <Trans>or drop it here</Trans>
            </span>
          </span>
        )}
        {photo.sent === undefined ? null : (
          <span
            className={style['progress']}
            role="progressbar"
            aria-label={label}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.trunc(photo.sent * 100)}
          >
            <i style={{ transform: `scaleX(${photo.sent})` }} />
          </span>
        )}
      </div>
      <div className={`${style['photoBelow']} ${bad === undefined ? '' : style['bad']}`} id={below} aria-live="polite">
        {bad !== undefined ? (
          <>
            <IconAlertTriangle stroke={1.75} aria-hidden="true" />
            <span>{bad}</span>
          </>
        ) : photo.sent !== undefined ? (
          <>
            <Trans comment="Part of a photo that was sent">
              <NumPercent value={String(Math.trunc(photo.sent * 100))} /> sent
            </Trans>
            {photo.waits ? (
              <span data-testid="photo-waits">
                <Waiting />
              </span>
            ) : null}
          </>
        ) : photo.link !== undefined ? (
          <Trans comment="The photo has reached the exchange">Uploaded</Trans>
        ) : (
          hint
        )}
      </div>
      <div className={style['photoActions']}>
        {fault instanceof NoAnswer && chosen ? (
          <button type="button" className="v-link" data-testid="photo-again" onClick={() => onFile(chosen)}>
            <Trans>Try again</Trans>
          </button>
        ) : null}
        {full ? (
          <span className="v-12 v-ink-3">
            <Trans>Press the photo to replace it</Trans>
          </span>
        ) : camera === undefined ? null : (
          <label className={`v-link v-only-phone ${style['camera']}`}>
            <IconCamera className="v-i" stroke={1.75} aria-hidden="true" />{' '}
            <Trans comment="Take a photo with the phone's camera">Use the camera</Trans>
            <input
              type="file"
              className={style['cover']}
              accept="image/*"
              capture={camera}
              aria-label={t({ message: `Camera: ${label}`, comment: 'label: name of a photo' })}
              onChange={(event) => {
                take(event.currentTarget.files);
                event.currentTarget.value = '';
              }}
            />
          </label>
        )}
      </div>
    </div>
  );
}
