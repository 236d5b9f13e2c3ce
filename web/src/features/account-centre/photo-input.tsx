// One photo: chosen, dropped or taken with the phone's camera; its preview, its way to the exchange, another in its place.
import { useEffect, useId, useRef, useState, type Dispatch } from 'react';
import { IconAlertTriangle, IconCamera, IconPhotoPlus } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { NumPercent } from '@vitrine/ui';
import { ApiFault, NoAnswer, upload } from '../../api/index.ts';
import { PHOTO_TYPES, photoFault, type Photo, type PhotoAction, type PhotoField } from './kyc-form.ts';
import { faultText, usePhotoWords } from './words.tsx';
import style from './account-centre.module.css';

/** Sends a chosen file and tells the reducer of its way; a newer file of the same field takes the older one back. */
export function usePhotoSending(act: Dispatch<PhotoAction>): (field: PhotoField, file: File) => void {
  const running = useRef(new Map<PhotoField, { readonly abort: AbortController; readonly preview: string }>());
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
  const send = async (field: PhotoField, file: File): Promise<void> => {
    const fault = photoFault(file);
    if (fault !== undefined) return act({ do: 'fail', field, fault });
    const before = running.current.get(field);
    if (before) {
      before.abort.abort();
      URL.revokeObjectURL(before.preview);
    }
    const own = { abort: new AbortController(), preview: URL.createObjectURL(file) };
    running.current.set(field, own);
    act({ do: 'choose', field, preview: own.preview });
    try {
      const { link } = await upload(file, 'kyc', {
        signal: own.abort.signal,
        onProgress: (part) => {
          if (running.current.get(field) === own) act({ do: 'send', field, part });
        },
      });
      if (running.current.get(field) === own) act({ do: 'sent', field, link });
    } catch (error) {
      if (own.abort.signal.aborted) return;
      if (!(error instanceof ApiFault) && !(error instanceof NoAnswer)) throw error;
      act({ do: 'fail', field, fault: error });
    }
  };
  return (field, file) => void send(field, file);
}

export interface PhotoInputProps {
  readonly field: PhotoField;
  readonly label: string;
  readonly photo: Photo;
  /** May be left out. */
  readonly optional: boolean;
  /** Why the photo before was refused at the desk. */
  readonly refused: string | undefined;
  readonly onFile: (file: File) => void;
}

export function PhotoInput({ field, label, photo, optional, refused, onFile }: PhotoInputProps) {
  const { t } = useLingui();
  const words = usePhotoWords();
  const below = useId();
  const [over, setOver] = useState(false);
  const fault = photo.fault;
  const bad = fault === undefined ? refused : fault instanceof Error ? faultText(fault) : words(fault);
  const take = (files: FileList | null): void => {
    const file = files?.[0];
    if (file) onFile(file);
  };
  const full = photo.preview !== undefined;
  return (
    <div className={style['photo']}>
      <span className={style['photoLabel']}>{label}</span>
      <div
        className={style['drop']}
        data-over={over || undefined}
        data-bad={bad !== undefined || undefined}
        data-full={full || undefined}
      >
        {/* The browser's own field over the whole box: pressing, dropping and the keyboard all reach it. */}
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
          <Trans comment="Part of a photo that was sent">
            <NumPercent value={String(Math.trunc(photo.sent * 100))} /> sent
          </Trans>
        ) : photo.link !== undefined ? (
          <Trans comment="The photo has reached the exchange">There</Trans>
        ) : optional ? (
          <Trans>A passport has one page: this one may be left out.</Trans>
        ) : null}
      </div>
      <div className={style['photoActions']}>
        {full ? (
          <span className="v-12 v-ink-3">
            <Trans>Press the photo to replace it</Trans>
          </span>
        ) : (
          <label className={`v-link v-only-phone ${style['camera']}`}>
            <IconCamera className="v-i" stroke={1.75} aria-hidden="true" />{' '}
            <Trans comment="Take a photo with the phone's camera">Use the camera</Trans>
            <input
              type="file"
              className={style['cover']}
              accept="image/*"
              capture={field === 'handheld' ? 'user' : 'environment'}
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
