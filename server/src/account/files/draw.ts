// What becomes of an uploaded picture: told by its content, reduced to what its pixels need, decoded in a process of its own.
// Imports nothing of the exchange: it runs in a small process.

import { fileTypeFromBuffer } from 'file-type';
import { isOnlyPicture, type PictureKind } from './container.ts';
import type { Decoder } from './decoder.ts';
import { essentialOf } from './essential.ts';

/** Pixels that are decoded at most: the largest a phone of today takes, 50 million. */
export const MAX_PIXELS = 50_000_000;

/** The JPEG, or the code it is refused with: 5003 no picture of ours, 5004 cannot be decoded. */
export type Drawn = { readonly drawn: Buffer } | { readonly code: 5003 | 5004 };

const kinds: Readonly<Record<string, PictureKind>> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' };

/** The picture in a file as a JPEG of at most `side` pixels a side. */
export async function drawPicture(file: Buffer, side: number, decoder: Decoder): Promise<Drawn> {
  const found = await fileTypeFromBuffer(file);
  const kind = kinds[found?.mime ?? ''];
  if (kind === undefined || !isOnlyPicture(kind, file)) return { code: 5003 };
  const drawn = await decoder.draw(essentialOf(kind, file), side, MAX_PIXELS);
  return drawn === undefined ? { code: 5004 } : { drawn };
}
