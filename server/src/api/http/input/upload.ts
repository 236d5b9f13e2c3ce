// Uploads: one file as multipart/form-data, read into memory up to its limit, only for calls that take one.

import multipart, { type MultipartFile } from '@fastify/multipart';
import { MAX_UPLOAD } from '@vitrine/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal, refuse, refuseField, type UploadedFile } from '../../call/index.ts';
import { sourceOf } from '../../../account/devices/index.ts';
import { isStorable } from './storable.ts';
import { isUpload } from './unread.ts';
import { type Reading, type ReadingLimits, Readings } from '../readings.ts';

/** The field with the file. */
const FILE_FIELD = 'file';
/** Most fields besides the file, and most bytes of one. */
const MAX_UPLOAD_FIELDS = 5;
const MAX_FIELD_BYTES = 256;
/** Most bytes of a form besides its file: boundaries, part headers, the other fields. */
const FORM_BYTES = 16_384;
/** Slow uploads hold little memory, so there may be many; the limit is the memory that all of them hold. */
const LIMITS: ReadingLimits = {
  places: 200,
  bytes: 16 * MAX_UPLOAD,
  session: 3,
  address: 12,
  least: 8_192,
  every: 15_000,
};
/**
 * The rest of a rejected body is read and discarded, up to the upload limit. So a page whose upload was rejected (an
 * ended session, too many today) reads the answer instead of a broken connection. After these bytes or this many ms the
 * connection is closed.
 */
const LINGER_BYTES = MAX_UPLOAD + FORM_BYTES;
const LINGER_MS = 15_000;

const TOO_LARGE = { limit: `${MAX_UPLOAD / 1_048_576} MiB` };

/** Makes an instance accept multipart bodies; nothing of one is read before `uploadOf`. */
export async function acceptUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: {
      files: 1,
      fileSize: MAX_UPLOAD,
      fields: MAX_UPLOAD_FIELDS,
      fieldSize: MAX_FIELD_BYTES,
      parts: MAX_UPLOAD_FIELDS + 1,
      headerPairs: 20,
    },
  });
  app.addHook('onSend', (request, _, payload, done) => {
    if (isUpload(request)) cutRest(request);
    done(null, payload);
  });
}

/**
 * Closes a connection that is answered before its body has arrived completely. It starts before the answer is sent:
 * afterwards node would discard the rest itself, without a limit.
 */
function cutRest({ raw }: FastifyRequest): void {
  if (raw.complete !== false || raw.destroyed) return;
  let left = LINGER_BYTES;
  const timer = setTimeout(() => raw.destroy(), LINGER_MS);
  raw.on('close', () => clearTimeout(timer));
  raw.on('end', () => clearTimeout(timer));
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) raw.destroy();
  });
  // The form parser would pause it again on clean-up.
  raw.unpipe();
  raw.resume();
}

/** The uploads of this process. */
const readings = new Readings(LIMITS);

/** An upload as passed to the call. */
export interface Upload {
  readonly file: UploadedFile;
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * The file of a request and the fields besides it.
 * @param who the session that sends it.
 * @throws {Refusal} 400 without a file or for a broken form, 413 for a file too large (as soon as that is known), 415
 *   for another content type, 429 for a session or address with several uploads already, 503 if memory is short and it
 *   holds most.
 */
export async function uploadOf(request: FastifyRequest, who: string): Promise<Upload> {
  if (!request.isMultipart()) throw refuse('request.mediaType', { allowed: 'multipart/form-data' });
  if (Number(request.headers['content-length'] ?? 0) > MAX_UPLOAD + FORM_BYTES)
    throw refuse('request.tooLarge', TOO_LARGE);
  const { socket } = request.raw;
  const before = socket.bytesRead;
  const reading = readings.begin({
    session: who,
    address: sourceOf(request.ip),
    arrived: () => socket.bytesRead - before,
    end: () => socket.destroy(),
  });
  try {
    return await readForm(request, reading);
  } catch (error) {
    throw asRefusal(error);
  } finally {
    reading.close();
  }
}

async function readForm(request: FastifyRequest, reading: Reading): Promise<Upload> {
  const fields = new Map<string, string>();
  let file: UploadedFile | undefined;
  for await (const part of request.parts()) {
    const name = part.fieldname;
    if (part.type === 'file') {
      if (name !== FILE_FIELD) throw refuseField(FILE_FIELD, 'required');
      if (!isStorable(part.filename ?? '')) throw refuseField(FILE_FIELD, 'format');
      file = { name: part.filename ?? '', bytes: await bytesOf(part, reading) };
    } else {
      if (part.valueTruncated || part.fieldnameTruncated) throw refuseField(name, 'range');
      if (typeof part.value !== 'string' || fields.has(name)) throw refuseField(name, 'format');
      fields.set(name, part.value);
    }
  }
  if (file === undefined) throw refuseField(FILE_FIELD, 'required');
  return { file, fields: Object.fromEntries(fields) };
}

/** The bytes of a part; one byte too many ends the read at once, not at the end of the form. */
async function bytesOf({ file }: MultipartFile, reading: Reading): Promise<Buffer> {
  const tooLarge = () => file.destroy(refuse('request.tooLarge', TOO_LARGE));
  file.once('limit', tooLarge);
  if (file.truncated) tooLarge();
  const chunks: Buffer[] = [];
  for await (const chunk of file as AsyncIterable<Buffer>) {
    reading.hold(chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Any parse error concerns the form. */
function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT')
    return refuseField(FILE_FIELD, 'range');
  return refuseField(FILE_FIELD, 'format');
}
