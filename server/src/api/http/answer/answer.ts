// The response envelope: success or refusal, its status and its message.

import { CODE, codes, type Language, LANGUAGES, messageOf, type RefusalData, statusOf } from '@vitrine/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Refusal } from '../../call/index.ts';

/** Language tags are short; a longer header is not one. */
const MAX_LANG = 12;

/** The language of the `lang` header, else English. */
export function langOf(request: FastifyRequest): Language {
  const { lang } = request.headers;
  return typeof lang === 'string' && lang.length <= MAX_LANG ? (LANGUAGES.find((one) => one === lang) ?? 'en') : 'en';
}

/** The envelope of a success; Fastify serialises and sends it. `asText`: its code is the text "200". */
export function answer(request: FastifyRequest, data: unknown, asText = false): object {
  return { code: asText ? '200' : CODE.ok, msg: messageOf(CODE.ok, {}, langOf(request)), data };
}

/** Sends a refusal in the envelope; the code determines the status. */
export function refusal(reply: FastifyReply, request: FastifyRequest, no: Refusal): void {
  const data: RefusalData & Readonly<Record<string, unknown>> = {
    ...no.detail,
    key: codes[no.code].key,
    args: { ...no.args },
    ...(no.fields === undefined ? {} : { fields: { ...no.fields } }),
  };
  reply.refused = no.code;
  reply.header('cache-control', 'no-store');
  void reply
    .code(statusOf(no.code))
    .type('application/json; charset=utf-8')
    .send({ code: no.code, msg: messageOf(no.code, no.args, langOf(request)), data });
}
