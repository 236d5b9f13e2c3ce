// A picture drawn anew: told by its content, reduced to what its pixels need, decoded in a process of its own, turned upright,
// and encoded again with nothing beside its pixels.

import { fileTypeFromBuffer } from 'file-type';
import { IdentityRefusal } from '../identity/index.ts';
import { isOnlyPicture, type PictureKind } from './container.ts';
import { createDecoder, type Decoder } from './decoder.ts';
import { essentialOf } from './essential.ts';

/** Pixels that are decoded at most: the largest a phone of today takes, 50 million. */
export const MAX_PIXELS = 50_000_000;
/** Pixels a side of what is kept: enough to read a document by. */
export const MAX_SIDE = 3_072;
/** Of a picture of oneself. */
export const AVATAR_SIDE = 512;
/** The one kind that is served. */
export const PICTURE_TYPE = 'image/jpeg';

const kinds: Readonly<Record<string, PictureKind>> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' };

const ours = createDecoder();

/**
 * The picture in a file as a JPEG of at most `side` pixels a side.
 * @throws {IdentityRefusal} 5003 when it is no JPEG, PNG or WebP, or more than that; 5004 when it cannot be decoded whole
 * within the memory of its pixels and 15 s, or has too many pixels or too few.
 */
export async function redraw(file: Buffer, side: number, decoder: Decoder = ours): Promise<Buffer> {
  const found = await fileTypeFromBuffer(file);
  const kind = kinds[found?.mime ?? ''];
  if (kind === undefined || !isOnlyPicture(kind, file))
    throw new IdentityRefusal(5003, 'expected a JPEG, PNG or WebP picture and nothing else');
  const drawn = await decoder.draw(essentialOf(kind, file), side, MAX_PIXELS);
  if (drawn === undefined) throw new IdentityRefusal(5004, 'the picture could not be decoded');
  return drawn;
}
