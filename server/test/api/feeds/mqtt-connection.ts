// Whether MQTT accepts a connection.

import mqtt, { type MqttClient } from 'mqtt';
import { ORIGIN } from '../http/harness.ts';

/** Connects as an account with a ticket; `keep` gets a client that was let in or not. Resolves to whether it was let in. */
export async function letsIn(
  base: string,
  username: string,
  password: string,
  keep: (client: MqttClient) => void,
  headers: Record<string, string> = {},
): Promise<boolean> {
  const client = mqtt.connect(`${base}/mqtt`, {
    ...{ protocolVersion: 4, reconnectPeriod: 0, username, password },
    wsOptions: { headers: { origin: ORIGIN, ...headers } },
  });
  keep(client);
  return new Promise((done) => {
    client.once('connect', () => done(true));
    client.once('error', () => done(false));
    client.once('close', () => done(false));
  });
}
