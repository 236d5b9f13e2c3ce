// Processes an uploaded picture: recognised by its content, reduced to what its pixels need, decoded in a separate
// process. Imports nothing of the exchange, because it runs in a small process.

import { fileTypeFromBuffer } from 'file-type';
import { CODE } from '@vitrine/contract';
import { isOnlyPicture, type PictureKind } from './container.ts';
import type { Decoder } from './decoder.ts';
import { essentialOf } from './essential.ts';

/** Most pixels that are decoded: the largest photo of current phones, 50 million. */
export const MAX_PIXELS = 50_000_000;

/** The JPEG, or its error code: 5003 not an accepted picture, 5004 cannot be decoded. */
export type Drawn =
  | { readonly drawn: Buffer }
  | { readonly code: (typeof CODE)['upload.notImage'] | (typeof CODE)['upload.damaged'] };

const kinds: Readonly<Record<string, PictureKind>> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' };

/** The picture in a file as a JPEG of at most `side` pixels per side. */
export async function drawPicture(file: Buffer, side: number, decoder: Decoder): Promise<Drawn> {
  const found = await fileTypeFromBuffer(file);
  const kind = kinds[found?.mime ?? ''];
  if (kind === undefined || !isOnlyPicture(kind, file)) return { code: CODE['upload.notImage'] };
  const drawn = await decoder.draw(essentialOf(kind, file), side, MAX_PIXELS);
  return drawn === undefined ? { code: CODE['upload.damaged'] } : { drawn };
}
