// /platform/dev/config.js: what the page must know before its first call. It contains no secret.

import { MQTT_KEEPALIVE, type Prefixes } from '@vitrine/contract';
import type { FastifyInstance } from 'fastify';
import type { TokenLives } from '../../app/settings/index.ts';
import { timeouts, tokenAgeLimit } from '../routes/index.ts';
import type { SealingKey } from '../sealed/index.ts';

export interface RuntimeConfigParts {
  readonly mode: 'practice' | 'live';
  readonly prefixes: Prefixes;
  readonly lives: TokenLives;
  readonly withdrawalKey: SealingKey;
}

/** Serves the runtime configuration as a script. */
export function serveRuntimeConfig(
  app: FastifyInstance,
  { mode, prefixes, lives, withdrawalKey }: RuntimeConfigParts,
): void {
  const config = {
    mode,
    head: prefixes.head,
    requestHead: prefixes.requestHead,
    /** Base URLs of the sockets ({socket}/ws/{client id}, {mqtt}/mqtt); empty: the page's own host. */
    socket: '',
    mqtt: '',
    mqttKeepalive: MQTT_KEEPALIVE,
    tokenAgeLimit: tokenAgeLimit(lives),
    timeouts,
    /** Public JWK that withdrawal bodies are sealed to. */
    withdrawalKey,
    chatLink: null,
  };
  const script = `window.VITRINE = Object.freeze(${JSON.stringify(config).replaceAll('<', '\\u003c')});\n`;
  app.get('/platform/dev/config.js', (_, reply) =>
    reply.header('cache-control', 'no-store').type('text/javascript; charset=utf-8').send(script),
  );
}
