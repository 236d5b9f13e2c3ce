// A photo on its way to the exchange, pure: what it may be, and each step of its way.
import { MAX_UPLOAD } from '@vitrine/contract';
import { ApiFault, type NoAnswer } from '../api/index.ts';

/** A photo on its way: chosen, sent, there, or refused before it was sent. */
export interface Photo {
  /** Address of the picture for its preview; undefined while there is none. */
  readonly preview: string | undefined;
  /** Link the exchange gave it. */
  readonly link: string | undefined;
  /** Part that was sent, 0 to 1; undefined: nothing is being sent. */
  readonly sent: number | undefined;
  /** Nothing has gone over the line for a while. */
  readonly waits?: boolean | undefined;
  readonly fault: Error | PhotoFault | undefined;
}

/** `large`: something between refused it, and did not say how much it takes. */
export type PhotoFault = 'type' | 'size' | 'empty' | 'large';

export const noPhoto: Photo = { preview: undefined, link: undefined, sent: undefined, fault: undefined };

/** What the exchange takes. */
export const PHOTO_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];

/** Looked at before it is sent; the exchange looks again. */
export function photoFault(file: { readonly type: string; readonly size: number }): PhotoFault | undefined {
  if (!PHOTO_TYPES.includes(file.type)) return 'type';
  if (file.size === 0) return 'empty';
  return file.size > MAX_UPLOAD ? 'size' : undefined;
}

/** What stopped a file on its way. The exchange says how much it takes; whatever stands between does not. */
export function sendingFault(error: ApiFault | NoAnswer): Error | PhotoFault {
  return error instanceof ApiFault && error.code === 413 && error.args['limit'] === undefined ? 'large' : error;
}

export type PhotoEvent =
  | { readonly do: 'choose'; readonly preview: string }
  | { readonly do: 'send'; readonly part: number }
  | { readonly do: 'wait' }
  | { readonly do: 'sent'; readonly link: string }
  | { readonly do: 'fail'; readonly fault: Error | PhotoFault };

/** A photo that cannot be taken leaves the one before where it is: nothing is lost. */
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
