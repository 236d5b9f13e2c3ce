// Re-encodes a picture: recognised by its content, reduced to what its pixels need, decoded in a separate process,
// turned upright, and encoded again with nothing but its pixels.

import { CODE } from '@vitrine/contract';
import { IdentityRefusal } from '../identity/index.ts';
import type { Decoder } from './decoder.ts';
import { drawPicture } from './draw.ts';
import { createPictureProcess } from './picture-process.ts';

/** Most pixels per side of a stored picture: enough to read a document. */
export const MAX_SIDE = 3_072;
/** Most pixels per side of an avatar. */
export const AVATAR_SIDE = 512;
/** The only type that is served. */
export const PICTURE_TYPE = 'image/jpeg';

const ours = createPictureProcess();

/**
 * The picture in a file as a JPEG of at most `side` pixels a side, made outside this process.
 * @param decoder for tests: reads the file here, and decodes it with this decoder.
 * @throws {IdentityRefusal} 5003 when it is no JPEG, PNG or WebP, or more than that; 5004 when it cannot be decoded whole
 * within the memory of its pixels and 15 s, or has too many pixels or too few; 503 when no process could be started for it.
 */
export async function redraw(file: Buffer, side: number, decoder?: Decoder): Promise<Buffer> {
  const answer = await (decoder === undefined ? ours.draw(file, side) : drawPicture(file, side, decoder));
  if ('drawn' in answer) return answer.drawn;
  if (answer.code === CODE['server.notTaking'])
    throw new IdentityRefusal('server.notTaking', 'No picture can be read at the moment. Nothing was done; try again.');
  throw new IdentityRefusal(
    answer.code,
    answer.code === CODE['upload.notImage']
      ? 'expected a JPEG, PNG or WebP picture and nothing else'
      : 'the picture could not be decoded',
  );
}
