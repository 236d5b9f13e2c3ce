// Uploads: one file as multipart/form-data, read into memory up to its limit, only by the calls that take one.

import multipart from '@fastify/multipart';
import { MAX_UPLOAD } from '@vitrine/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal, refuse, type UploadedFile } from '../call/index.ts';

/** Fields beside the file at most, and bytes of one. */
const MAX_UPLOAD_FIELDS = 5;
const MAX_FIELD_BYTES = 256;

/** Teaches an instance to read multipart bodies; what is no upload call never reads one. */
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
    throwFileSizeLimit: true,
  });
}

/**
 * The file of a request and the fields beside it.
 * @throws {Refusal} 400 without a file, 413 of one too large, 415 of another kind of body.
 */
export async function uploadOf(
  request: FastifyRequest,
): Promise<{ readonly file: UploadedFile; readonly fields: Readonly<Record<string, string>> }> {
  if (!request.isMultipart()) throw refuse(415, { allowed: 'multipart/form-data' });
  const fields: Record<string, string> = {};
  let file: UploadedFile | undefined;
  for await (const part of request.parts()) {
    if (part.type === 'field') fields[part.fieldname] = String(part.value);
    else file = { name: part.filename, bytes: await part.toBuffer() };
  }
  if (file === undefined) throw new Refusal(400, {}, { file: 'required' });
  return { file, fields };
}
