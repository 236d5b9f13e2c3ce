// A picture drawn anew: told by its content, decoded, turned upright, and encoded again with nothing beside its pixels.

import { fileTypeFromBuffer } from 'file-type';
import type { Sharp, SharpOptions } from 'sharp';
import { IdentityRefusal } from '../identity/index.ts';
import { isOnlyPicture, type PictureKind } from './container.ts';

/** Pixels that are decoded at most: the largest a phone of today takes, 50 million. */
export const MAX_PIXELS = 50_000_000;
/** Pixels a side of what is kept: enough to read a document by. */
export const MAX_SIDE = 3_072;
/** Of a picture of oneself. */
export const AVATAR_SIDE = 512;
/** Least pixels a side: less shows nothing. */
export const MIN_SIDE = 16;
/** Time one picture may take, seconds. */
const DECODE_SECONDS = 15;
const QUALITY = 86;
/** The one kind that is served. */
export const PICTURE_TYPE = 'image/jpeg';

const kinds: Readonly<Record<string, PictureKind>> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' };

let loading: Promise<(file: Buffer, options: SharpOptions) => Sharp> | undefined;

/** The decoder, loaded with the first picture: a start does without it. */
function loadDecoder(): NonNullable<typeof loading> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    // Nothing of one customer's picture stays in memory for the next one; and no decoder but these three can be reached,
    // whatever a file says it is.
    sharp.cache(false);
    sharp.concurrency(1);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({
      operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
    });
    return sharp;
  });
  return loading;
}

/**
 * The picture in a file as a JPEG of at most `side` pixels a side.
 * @throws {IdentityRefusal} 5003 when it is no JPEG, PNG or WebP, or more than that; 5004 when it cannot be decoded whole,
 * or has too many pixels or too few.
 */
export async function redraw(file: Buffer, side: number): Promise<Buffer> {
  const found = await fileTypeFromBuffer(file);
  const kind = kinds[found?.mime ?? ''];
  if (kind === undefined || !isOnlyPicture(kind, file))
    throw new IdentityRefusal(5003, 'expected a JPEG, PNG or WebP picture and nothing else');
  const decoder = await loadDecoder();
  try {
    const picture = decoder(file, { failOn: 'error', limitInputPixels: MAX_PIXELS, pages: 1 });
    const { width, height } = await picture.metadata();
    if (Math.min(width, height) < MIN_SIDE) throw new RangeError(`expected ${MIN_SIDE} pixels a side`);
    // Neither keepMetadata nor keepExif: without them nothing beside pixels is written.
    return await picture
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
      .timeout({ seconds: DECODE_SECONDS })
      .toBuffer();
  } catch (error) {
    // The decoder's words may hold parts of the file: they go nowhere.
    if (error instanceof Error) throw new IdentityRefusal(5004, 'the picture could not be decoded');
    throw error;
  }
}
