// Pictures for tests: real ones, and what pretends to be one. Made outside the server's process limits: sharp there opens
// only JPEG, PNG and WebP, which is enough to make them from pixels.

import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Pixels of noise over a slope: nothing that compresses to nothing. `seed` makes another picture. */
function pixels(width: number, height: number, seed: number): Buffer {
  const all = Buffer.alloc(width * height * 3);
  let state = seed;
  for (let at = 0; at < all.length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    all[at] = ((at / 3) % 200) + (state >>> 27);
  }
  return all;
}

export function drawn(width = 320, height = 240, seed = 1) {
  return sharp(pixels(width, height, seed), { raw: { width, height, channels: 3 } });
}

export function jpeg(seed = 1, width = 320, height = 240): Promise<Buffer> {
  return drawn(width, height, seed).jpeg().toBuffer();
}
export function png(seed = 1): Promise<Buffer> {
  return drawn(320, 240, seed).png().toBuffer();
}
export function webp(seed = 1): Promise<Buffer> {
  return drawn(320, 240, seed).webp().toBuffer();
}

/** A JPEG taken by a named person at a named place, lying on its side. */
export function jpegOfSomebody(): Promise<Buffer> {
  return drawn(320, 240, 7)
    .withExif({
      IFD0: { Artist: 'Grace Hidden', Copyright: 'hidden-owner', Make: 'HiddenCam' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '51/1 30/1 3230/100',
        GPSLongitudeRef: 'W',
        GPSLongitude: '0/1 7/1 4366/100',
      },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

function crc(bytes: Buffer): number {
  let sum = 0xffff_ffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb8_8320 : sum >>> 1;
  }
  return (sum ^ 0xffff_ffff) >>> 0;
}

/** A chunk of a PNG. */
export function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc(named));
  return Buffer.concat([frame, named, sum]);
}

/** A PNG of few bytes that says it is `width` × `height`. */
export function pngBomb(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const row = Buffer.alloc(Math.min(1 + Math.ceil(width / 8), 10_000));
  const some = Buffer.concat(Array.from({ length: Math.min(height, 200) }, () => row));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(some)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PNG with a chunk put in behind its first one. */
export async function pngWith(type: string, content: string): Promise<Buffer> {
  const whole = await png(3);
  const afterHead = 8 + 12 + 13;
  return Buffer.concat([whole.subarray(0, afterHead), chunk(type, Buffer.from(content)), whole.subarray(afterHead)]);
}

/** A JPEG with a segment put in behind its first two bytes. */
export async function jpegWith(marker: number, content: Buffer): Promise<Buffer> {
  const whole = await jpeg(4);
  const frame = Buffer.from([0xff, marker, 0, 0]);
  frame.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([whole.subarray(0, 2), frame, content, whole.subarray(2)]);
}
