// The upload of a photo, pure: permitted files and the states of an upload.
import { MAX_UPLOAD } from '@vitrine/contract';
import { ApiFault, type NoAnswer } from '../api/index.ts';

/** A photo being uploaded: chosen, sent, uploaded, or refused before sending. */
export interface Photo {
  /** Address of the preview; undefined without one. */
  readonly preview: string | undefined;
  /** The link from the exchange. */
  readonly link: string | undefined;
  /** Fraction sent, 0 to 1; undefined: nothing is being sent. */
  readonly sent: number | undefined;
  /** Nothing was transferred for a while. */
  readonly waits?: boolean | undefined;
  readonly fault: Error | PhotoFault | undefined;
}

/** `large`: a proxy refused it without stating its limit. */
export type PhotoFault = 'type' | 'size' | 'empty' | 'large';

export const noPhoto: Photo = { preview: undefined, link: undefined, sent: undefined, fault: undefined };

/** File types that the exchange accepts. */
export const PHOTO_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];

/** Checked before the upload; the exchange checks again. */
export function photoFault(file: { readonly type: string; readonly size: number }): PhotoFault | undefined {
  if (!PHOTO_TYPES.includes(file.type)) return 'type';
  if (file.size === 0) return 'empty';
  return file.size > MAX_UPLOAD ? 'size' : undefined;
}

/** What stopped an upload. The exchange states its size limit; a proxy does not. */
export function sendingFault(error: ApiFault | NoAnswer): Error | PhotoFault {
  return error instanceof ApiFault && error.code === 413 && error.args['limit'] === undefined ? 'large' : error;
}

export type PhotoEvent =
  | { readonly do: 'choose'; readonly preview: string }
  | { readonly do: 'send'; readonly part: number }
  | { readonly do: 'wait' }
  | { readonly do: 'sent'; readonly link: string }
  | { readonly do: 'fail'; readonly fault: Error | PhotoFault };

/** A refused photo keeps the previous one: nothing is lost. */
export function reducePhoto(now: Photo, event: PhotoEvent): Photo {
  switch (event.do) {
    case 'choose':
      return { preview: event.preview, link: undefined, sent: 0, fault: undefined };
    case 'send':
      return { ...now, sent: event.part, waits: undefined };
    case 'wait':
      return { ...now, waits: true };
    case 'sent':
      return { ...now, link: event.link, sent: undefined, waits: undefined };
    case 'fail':
      return { ...now, sent: undefined, waits: undefined, fault: event.fault };
  }
}
