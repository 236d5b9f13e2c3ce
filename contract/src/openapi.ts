// Generates OpenAPI 3.1 from the registry, for the documentation at /docs.

import * as z from 'zod/mini';
import { type CallShape, callNames, callOf, defaultPrefixes, pathNames, pathOf, type Prefixes } from './call/index.ts';
import { CODE, codes } from './code.ts';
import { refusalData } from './envelope.ts';

type Json = Readonly<Record<string, unknown>>;

function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const made: Record<string, unknown> = { ...z.toJSONSchema(schema, { io, unrepresentable: 'any' }) };
  delete made['$schema'];
  return made;
}

function propertiesOf(schema: Json): Readonly<Record<string, Json>> {
  return (schema['properties'] ?? {}) as Record<string, Json>;
}

function requiredOf(schema: Json): readonly string[] {
  return (schema['required'] ?? []) as string[];
}

/** An object schema reduced to the names kept. */
function part(schema: Json, keep: (name: string) => boolean): Json {
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(propertiesOf(schema)).filter(([name]) => keep(name))),
    required: requiredOf(schema).filter(keep),
  };
}

function parameters(schema: Json, names: readonly string[], place: 'path' | 'query'): readonly Json[] {
  return names.map((name) => ({
    name,
    in: place,
    required: place === 'path' || requiredOf(schema).includes(name),
    schema: propertiesOf(schema)[name] ?? {},
  }));
}

const SAME_ANSWER = 'UUID v7; the same key and body give the same answer';
const KEY_WORDS: Readonly<Record<CallShape['keyIn'], string>> = {
  journal: SAME_ANSWER,
  custody: SAME_ANSWER,
  requests: 'UUID v7; runs once: a repeat answers 504, and /api/common/outcome says what became of it',
};

function headersOf(call: CallShape): readonly Json[] {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string' },
  });
  return [
    ...(call.key ? [header('Idempotency-Key', KEY_WORDS[call.keyIn])] : []),
    ...(call.writes && call.who !== 'guest' ? [header('satoken', 'Anti-forgery value of the session')] : []),
    ...(call.who !== 'guest' && !call.writes
      ? [header('x-after', 'Number of a command: the answer holds what it did')]
      : []),
    header('lang', 'Language of `msg`'),
  ];
}

function operationOf(name: string, call: CallShape, method: 'GET' | 'POST'): Json {
  const input = schemaOf(call.input, 'input');
  const inPath = pathNames(call);
  const rest = Object.keys(propertiesOf(input)).filter((field) => !inPath.includes(field));
  const inQuery = method === 'GET' ? rest : [];
  const body = part(input, (field) => rest.includes(field));
  const data = schemaOf(call.answer, 'output');
  const success = {
    type: 'object',
    properties: { code: { const: 200 }, msg: { type: 'string' }, data },
    required: ['code', 'msg', 'data'],
  };
  return {
    operationId: method === call.method ? name : `${name}.${method.toLowerCase()}`,
    summary: call.about,
    tags: [name.split('.')[0] ?? name],
    'x-who': call.who,
    'x-writes': call.writes,
    'x-right': call.right,
    security: securityOf(call),
    parameters: [...parameters(input, inPath, 'path'), ...parameters(input, inQuery, 'query'), ...headersOf(call)],
    ...(method === 'POST' && rest.length > 0 ? { requestBody: { content: bodyOf(call, body) } } : {}),
    responses: {
      200: {
        description: 'Done, or a refusal with a code from 1000 on.',
        content: {
          'application/json': {
            schema: call.download ? refusal : { anyOf: [success, refusal] },
          },
          ...(call.download ? { 'image/jpeg': { schema: binary } } : {}),
          ...(call.csv ? { 'text/csv': { schema: { type: 'string' } } } : {}),
        },
      },
      default: {
        description: 'A refusal with a code below 600; the status is the code.',
        content: { 'application/json': { schema: refusal } },
      },
    },
  };
}

const refusal = { $ref: '#/components/schemas/Refusal' } as const;
const binary = { type: 'string', format: 'binary' } as const;

/** The body types of a call: an upload is a form with one file, everything else JSON or a plain form. */
function bodyOf(call: CallShape, body: Json): Json {
  if (!call.upload)
    return { 'application/json': { schema: body }, 'application/x-www-form-urlencoded': { schema: body } };
  const form = {
    ...body,
    properties: { ...propertiesOf(body), file: binary },
    required: [...requiredOf(body), 'file'],
  };
  return { 'multipart/form-data': { schema: form } };
}

/** The four headers of a signed request: docs/start/api-keys.md. */
const signature = { 'api-key': [], 'api-time': [], 'api-nonce': [], 'api-sign': [] } as const;

/** Authentication: a session; for calls with a right also a key's signature. */
function securityOf(call: CallShape): Json[] {
  if (call.who === 'guest') return [];
  return call.right === 'none' ? [{ access: [] }] : [{ access: [] }, signature];
}

/** The methods of a call: a GET with a query also accepts a body by POST. */
export function methodsOf(call: CallShape): readonly ('GET' | 'POST')[] {
  return call.method === 'GET' ? ['GET', 'POST'] : ['POST'];
}

/** The whole API contract as an OpenAPI 3.1 document. */
export function openApi(version: string, prefixes: Prefixes = defaultPrefixes): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const name of callNames) {
    const call = callOf(name);
    const path = (paths[pathOf(call, prefixes)] ??= {});
    for (const method of methodsOf(call)) path[method.toLowerCase()] = operationOf(name, call, method);
  }
  const codeTable = Object.entries(codes)
    .map(([code, { key }]) => `\`${code}\` ${key}`)
    .join(' · ');
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vitrine',
      version,
      description: `Every answer is \`{code, msg, data}\`. Codes, a closed set: ${codeTable}`,
    },
    paths,
    components: {
      schemas: {
        Refusal: {
          type: 'object',
          properties: {
            code: {
              enum: Object.keys(codes)
                .map(Number)
                .filter((code) => code !== CODE.ok),
            },
            msg: { type: 'string' },
            data: schemaOf(refusalData, 'output'),
          },
          required: ['code', 'msg', 'data'],
        },
      },
      securitySchemes: {
        access: { type: 'apiKey', in: 'cookie', name: 'access' },
        ...Object.fromEntries(Object.keys(signature).map((name) => [name, { type: 'apiKey', in: 'header', name }])),
      },
    },
  };
}
