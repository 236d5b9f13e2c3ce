// /platform/dev/config.js: what the page must know before it can ask anything. No secret is in it.

import { defaultPrefixes, MQTT_KEEPALIVE } from '@vitrine/contract';
import type { FastifyInstance } from 'fastify';
import { TOKEN_AGE_LIMIT, timeouts } from '../routes/index.ts';
import type { SealingKey } from '../sealed/index.ts';

/** Serves the runtime configuration as a script. */
export function serveRuntimeConfig(app: FastifyInstance, mode: 'practice' | 'live', withdrawalKey: SealingKey): void {
  const config = {
    mode,
    head: defaultPrefixes.head,
    requestHead: defaultPrefixes.requestHead,
    /** Bases of the sockets ({socket}/ws/{client id}, {mqtt}/mqtt); empty: the page's own host. */
    socket: '',
    mqtt: '',
    mqttKeepalive: MQTT_KEEPALIVE,
    tokenAgeLimit: TOKEN_AGE_LIMIT,
    timeouts,
    /** What the body of a withdrawal is sealed to, a public JWK. */
    withdrawalKey,
    chatLink: null,
  };
  const script = `window.VITRINE = Object.freeze(${JSON.stringify(config).replaceAll('<', '\\u003c')});\n`;
  app.get('/platform/dev/config.js', (_, reply) =>
    reply.header('cache-control', 'no-store').type('text/javascript; charset=utf-8').send(script),
  );
}
