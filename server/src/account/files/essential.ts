// Keeps only what decoding needs: pixels, their colours and the orientation. Anything else could take memory without
// being a pixel: a PNG text chunk may unpack to a thousand times its bytes, and a file may have thousands of them.

import { crc32 } from 'node:zlib';
import type { PictureKind } from './container.ts';

/** Largest colour profile kept, bytes: those of phones and screens have hundreds. */
const MAX_PROFILE = 65_536;
const PNG_SIGNATURE = 8;
const PNG_FRAME = 12;
const WEBP_HEADER = 12;
const RIFF_FRAME = 8;
const ORIENTATION = 0x0112;
/** Most entries of an EXIF directory that are read. */
const MAX_ENTRIES = 256;
const EXIF_HEAD = Buffer.from('Exif\0\0', 'latin1');
const ICC_HEAD = Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1');

/** PNG chunks that affect the look of pixels; each but IDAT at most once. */
const PNG_KEPT: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'iCCP', 'sRGB', 'gAMA', 'cHRM', 'IDAT', 'IEND']);
/** WebP chunks that hold pixels or say how to read them; each at most once, except frames. */
const WEBP_KEPT: ReadonlySet<string> = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const WEBP_SAYS_EXIF = 0x08;
const WEBP_SAYS_XMP = 0x04;
const WEBP_SAYS_PROFILE = 0x20;

/**
 * The file without anything that is not decoded. `isOnlyPicture` must have returned true: lengths are within the file.
 */
export function essentialOf(kind: PictureKind, bytes: Buffer): Buffer {
  switch (kind) {
    case 'jpg':
      return essentialJpeg(bytes);
    case 'png':
      return essentialPng(bytes);
    case 'webp':
      return essentialWebp(bytes);
  }
}

/** The first picture of the file, its scans unchanged. */
function essentialJpeg(bytes: Buffer): Buffer {
  const parts: Buffer[] = [bytes.subarray(0, 2)];
  let turned = false;
  let profiled = false;
  let at = 2;
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0xd9) break;
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
      at += 2;
      continue;
    }
    const next = at + 2 + bytes.readUInt16BE(at + 2);
    const segment = bytes.subarray(at + 4, next);
    const aside = marker === 0xfe || (marker >= 0xe0 && marker <= 0xef);
    if (!aside) {
      const end = marker === 0xda ? endOfScan(bytes, next) : next;
      parts.push(bytes.subarray(at, end));
      at = end;
      continue;
    }
    if (marker === 0xe1 && !turned && segment.subarray(0, EXIF_HEAD.length).equals(EXIF_HEAD)) {
      const exif = exifOf(segment);
      turned = exif !== undefined;
      if (exif !== undefined) parts.push(jpegSegment(marker, Buffer.concat([EXIF_HEAD, exif])));
    } else if (marker === 0xe2 && !profiled && segment.subarray(0, ICC_HEAD.length).equals(ICC_HEAD)) {
      profiled = true;
      parts.push(bytes.subarray(at, next));
    } else if (marker === 0xee && segment.length <= 12) {
      // Adobe's segment: says how to read the colours.
      parts.push(bytes.subarray(at, next));
    }
    at = next;
  }
  parts.push(Buffer.from([0xff, 0xd9]));
  return Buffer.concat(parts);
}

function jpegSegment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
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

function essentialPng(bytes: Buffer): Buffer {
  const parts: Buffer[] = [bytes.subarray(0, PNG_SIGNATURE)];
  const seen = new Set<string>();
  let at = PNG_SIGNATURE;
  while (at + PNG_FRAME <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const next = at + PNG_FRAME + length;
    const first = type === 'IDAT' || !seen.has(type);
    seen.add(type);
    if (first && PNG_KEPT.has(type) && (type === 'IDAT' || length <= MAX_PROFILE)) parts.push(bytes.subarray(at, next));
    // The orientation must come before the pixels.
    const exif = type === 'eXIf' && first && !seen.has('IDAT') ? exifOf(bytes.subarray(at + 8, next - 4)) : undefined;
    if (exif !== undefined) parts.push(pngChunk('eXIf', exif));
    if (type === 'IEND') break;
    at = next;
  }
  return Buffer.concat(parts);
}

function pngChunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([frame, named, sum]);
}

function essentialWebp(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  const seen = new Set<string>();
  let exif: Buffer | undefined;
  const end = bytes.readUInt32LE(4) + RIFF_FRAME;
  let at = WEBP_HEADER;
  while (at + RIFF_FRAME <= end) {
    const length = bytes.readUInt32LE(at + 4);
    const type = bytes.toString('latin1', at, at + 4);
    const next = at + RIFF_FRAME + length + (length % 2);
    const first = type === 'ANMF' || !seen.has(type);
    const fits = type !== 'ICCP' || length <= MAX_PROFILE;
    if (first && fits && WEBP_KEPT.has(type)) {
      parts.push(Buffer.from(bytes.subarray(at, next)));
      seen.add(type);
    } else if (type === 'EXIF') exif ??= exifOf(bytes.subarray(at + RIFF_FRAME, at + RIFF_FRAME + length));
    at = next;
  }
  const extended = parts.find((part) => part.toString('latin1', 0, 4) === 'VP8X');
  if (extended !== undefined && extended.length > RIFF_FRAME) {
    let flags = (extended[RIFF_FRAME] ?? 0) & ~(WEBP_SAYS_EXIF | WEBP_SAYS_XMP);
    if (!seen.has('ICCP')) flags &= ~WEBP_SAYS_PROFILE;
    if (exif !== undefined) {
      flags |= WEBP_SAYS_EXIF;
      const head = Buffer.from('EXIF\0\0\0\0', 'latin1');
      head.writeUInt32LE(exif.length, 4);
      parts.push(head, exif);
    }
    extended[RIFF_FRAME] = flags;
  }
  const body = Buffer.concat(parts);
  const head = Buffer.from(bytes.subarray(0, WEBP_HEADER));
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
}

/** EXIF with only the orientation, from any EXIF; undefined if it has none. */
function exifOf(exif: Buffer): Buffer | undefined {
  // Some programs also write the JPEG header into PNG and WebP.
  const tiff = exif.subarray(0, EXIF_HEAD.length).equals(EXIF_HEAD) ? exif.subarray(EXIF_HEAD.length) : exif;
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return undefined;
  const short = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const start = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (start + 2 > tiff.length) return undefined;
  const entries = Math.min(short(start), MAX_ENTRIES);
  for (let entry = 0; entry < entries; entry += 1) {
    const at = start + 2 + 12 * entry;
    if (at + 12 > tiff.length) return undefined;
    if (short(at) !== ORIENTATION) continue;
    const value = short(at + 8);
    if (value < 1 || value > 8) return undefined;
    const own = Buffer.alloc(26);
    own.write('II*\0', 'latin1');
    own.writeUInt32LE(8, 4);
    own.writeUInt16LE(1, 8);
    own.writeUInt16LE(ORIENTATION, 10);
    own.writeUInt16LE(3, 12);
    own.writeUInt32LE(1, 14);
    own.writeUInt16LE(value, 18);
    return own;
  }
  return undefined;
}
