// Checks that a file is exactly one picture from its first byte to its last. Only decoded pixels are ever kept. But a
// file with other content (an archive after it, a page or script in its comments) was not made by a camera and is
// rejected.

export type PictureKind = 'jpg' | 'png' | 'webp';

/** Most pictures within a JPEG file: phones append a preview and a brightness map to the photo. */
const MAX_PICTURES = 8;
/** Texts that cameras and image programs never write next to a picture. */
const ACTIVE = ['<script', '<?php', '<html', '<!doctype', '<svg', '<iframe', 'javascript:'];

const PNG_SIGNATURE = 8;
const PNG_FRAME = 12;
const WEBP_HEADER = 12;
const RIFF_FRAME = 8;

/** Whether these bytes contain nothing but a picture of that kind, judging by its structure. */
export function isOnlyPicture(kind: PictureKind, bytes: Buffer): boolean {
  switch (kind) {
    case 'jpg':
      return isOnlyJpeg(bytes);
    case 'png':
      return isOnlyPng(bytes);
    case 'webp':
      return isOnlyWebp(bytes);
  }
}

function isActive(part: Buffer): boolean {
  const text = part.toString('latin1').toLowerCase();
  return ACTIVE.some((word) => text.includes(word));
}

function isZero(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0);
}

function isOnlyJpeg(bytes: Buffer): boolean {
  let at = 0;
  for (let pictures = 0; pictures < MAX_PICTURES; pictures += 1) {
    const end = endOfJpeg(bytes, at);
    if (end === undefined) return false;
    at = end;
    while (at < bytes.length && bytes[at] === 0) at += 1;
    if (at === bytes.length) return true;
    if (!(bytes[at] === 0xff && bytes[at + 1] === 0xd8)) return isCameraTrailer(bytes.subarray(at));
  }
  return false;
}

/** Recognises the video of a moving photo (MP4), or the records that a large phone maker appends to its photos. */
function isCameraTrailer(rest: Buffer): boolean {
  if (isActive(rest)) return false;
  // The video's first box begins with its length, whose zeros were skipped.
  return rest.toString('latin1', 0, 8).includes('ftyp') || rest.toString('latin1', rest.length - 4) === 'SEFT';
}

/** The end of a JPEG that begins at `from`; undefined if it is none, or contains more than pictures. */
function endOfJpeg(bytes: Buffer, from: number): number | undefined {
  if (bytes[from] !== 0xff || bytes[from + 1] !== 0xd8) return undefined;
  let at = from + 2;
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    // A marker may have any number of FF before it.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0xd9) return at + 2;
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
      at += 2;
      continue;
    }
    if (at + 4 > bytes.length) return undefined;
    const length = bytes.readUInt16BE(at + 2);
    const segment = bytes.subarray(at + 4, at + 2 + length);
    if (length < 2 || !isSoundSegment(marker, length, segment)) return undefined;
    at += 2 + length;
    if (marker === 0xda) at = endOfScan(bytes, at);
  }
  return undefined;
}

/** Whether a segment outside the scans is acceptable. */
function isSoundSegment(marker: number, length: number, segment: Buffer): boolean {
  const aside = marker === 0xfe || (marker >= 0xe0 && marker <= 0xef);
  if (!aside) return true;
  if (isActive(segment)) return false;
  // A length that does not match its thumbnail is a known way to make a JPEG readable as a script.
  const jfif = marker === 0xe0 && segment.toString('latin1', 0, 5) === 'JFIF\0';
  return !jfif || length === 16 + 3 * (segment[12] ?? 0) * (segment[13] ?? 0);
}

/** The next marker after compressed data: FF followed by neither 00 nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  let at = from;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    if (at < 0) return bytes.length;
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at;
    at += 2;
  }
}

function isOnlyPng(bytes: Buffer): boolean {
  let at = PNG_SIGNATURE;
  for (let first = true; at + PNG_FRAME <= bytes.length; first = false) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const next = at + PNG_FRAME + length;
    if (next > bytes.length || first !== (type === 'IHDR')) return false;
    if (type !== 'IDAT' && isActive(bytes.subarray(at + 8, at + 8 + length))) return false;
    at = next;
    if (type === 'IEND') return isZero(bytes.subarray(at));
  }
  return false;
}

/** Chunks that hold pixels. */
const WEBP_PIXELS: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'ALPH', 'ANMF']);

function isOnlyWebp(bytes: Buffer): boolean {
  if (bytes.length < WEBP_HEADER) return false;
  const end = bytes.readUInt32LE(4) + RIFF_FRAME;
  if (end > bytes.length || !isZero(bytes.subarray(end))) return false;
  let at = WEBP_HEADER;
  while (at + RIFF_FRAME <= end) {
    const length = bytes.readUInt32LE(at + 4);
    const type = bytes.toString('latin1', at, at + 4);
    if (at + RIFF_FRAME + length > end) return false;
    if (!WEBP_PIXELS.has(type) && isActive(bytes.subarray(at + RIFF_FRAME, at + RIFF_FRAME + length))) return false;
    at += RIFF_FRAME + length + (length % 2);
  }
  return true;
}
