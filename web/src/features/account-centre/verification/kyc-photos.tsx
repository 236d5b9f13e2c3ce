// Stage 2: three photos of the document. Each is uploaded when chosen, so that nothing is lost if the last step fails.
import { useReducer } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import { KYC_STATE, MAX_UPLOAD, type KycStage } from '@vitrine/contract';
import { Button, Note, WhyLine, toast } from '@vitrine/ui';
import { useSend } from '../../../api/index.ts';
import { PhotoInput, usePhotoSending } from '../../../media/index.ts';
import { useChanged } from '../data.ts';
import {
  askedPhotos,
  mayLeaveOut,
  missingPhotos,
  noPhotos,
  photosInput,
  reducePhotos,
  type PhotoField,
} from './kyc-form.ts';
import { useRefusedWords } from './kyc-words.tsx';
import { Refusal } from '../words.tsx';
import style from '../account-centre.module.css';

export function usePhotoLabel(): (field: PhotoField) => string {
  const { t } = useLingui();
  return (field) => {
    switch (field) {
      case 'front':
        return t({ message: 'Front of the document', comment: 'Photo' });
      case 'back':
        return t({ message: 'Back of the document', comment: 'Photo' });
      case 'handheld':
        return t({ message: 'You, holding the document', comment: 'Photo' });
    }
  };
}

export interface KycPhotosProps {
  readonly found: KycStage | undefined;
  /** Of stage 1. */
  readonly documentType: string | undefined;
}

export function KycPhotos({ found, documentType }: KycPhotosProps) {
  const { t } = useLingui();
  const changed = useChanged();
  const label = usePhotoLabel();
  const refusedWords = useRefusedWords(found);
  const [photos, act] = useReducer(reducePhotos, noPhotos);
  const sending = usePhotoSending<PhotoField>('kyc', (field, event) => act({ ...event, field }));
  const fields = askedPhotos(found);
  const missing = missingPhotos(photos, fields, documentType);
  const onTheWay = fields.some((field) => photos[field].sent !== undefined);
  const sendOnce = useSend();
  const send = useMutation({
    mutationFn: async () => {
      await sendOnce('member.verified', photosInput(photos, fields));
      toast({ id: 'kyc', kind: 'done', title: t`Sent. You are notified as soon as it is decided.` });
      await changed('member.getMemberOtherData');
    },
  });
  const failed = found?.state === KYC_STATE.failed;
  const megabytes = MAX_UPLOAD / 1_048_576;
  const firstMissing = missing[0];
  return (
    <form
      className={style['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (missing.length === 0 && !send.isPending) send.mutate();
      }}
    >
      {failed ? (
        <Note tone="warn">
          <Trans>Not passed. Take the marked photos again and resubmit; the others stay as they are.</Trans>
        </Note>
      ) : null}
      <p className="v-ink-2">
        <Trans>
          The whole document, sharp, without glare; every corner and every letter visible. JPEG, PNG or WebP, up to{' '}
          {megabytes} MB each.
        </Trans>
      </p>
      <div className={style['photos']}>
        {fields.map((field) => (
          <PhotoInput
            key={field}
            name={field}
            label={label(field)}
            camera={field === 'handheld' ? 'user' : 'environment'}
            hint={mayLeaveOut(field, documentType) ? t`A passport has one page: this one may be left out.` : undefined}
            photo={photos[field]}
            refused={photos[field].preview === undefined ? refusedWords(field) : undefined}
            onFile={(file) => sending(field, file)}
          />
        ))}
      </div>
      <Refusal error={send.error} />
      <div>
        <Button tone="main" size="large" type="submit" busy={send.isPending} disabled={missing.length > 0}>
          {failed ? (
            <Trans>Send again</Trans>
          ) : (
            <Trans comment="Button: send stage 1 of verification">Send for review</Trans>
          )}
        </Button>
        <WhyLine need={missing.length > 0} state={onTheWay ? 'sending' : firstMissing}>
          {onTheWay ? (
            <Trans>Not yet: a photo is still on its way.</Trans>
          ) : firstMissing === undefined ? (
            <Trans>Only the staff who review it can see it.</Trans>
          ) : (
            <Trans comment="photo: its name, e.g. Front of the document">
              Not yet: “{{ photo: label(firstMissing) }}” is missing.
            </Trans>
          )}
        </WhyLine>
      </div>
    </form>
  );
}
