// A certificate of this machine for a minute's use, made on the spot: none is kept in the repository.

import { generateKeyPairSync, sign } from 'node:crypto';

const node = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const length =
    body.length < 0x80
      ? Buffer.of(body.length)
      : body.length < 0x100
        ? Buffer.of(0x81, body.length)
        : Buffer.of(0x82, body.length >> 8, body.length & 0xff);
  return Buffer.concat([Buffer.of(tag), length, body]);
};
const sequence = (...parts: readonly Buffer[]) => node(0x30, ...parts);
const text = (tag: number, content: string) => node(tag, Buffer.from(content));
const oid = (hex: string) => node(0x06, Buffer.from(hex, 'hex'));
const utcTime = (ms: number) =>
  text(
    0x17,
    `${new Date(ms)
      .toISOString()
      .replace(/[-:T]|\.\d+/g, '')
      .slice(2)}`,
  );

const ECDSA_SHA256 = '2a8648ce3d040302';
const COMMON_NAME = '550403';
const ALT_NAME = '551d11';
const HOUR = 3_600_000;

/** Key and certificate for localhost and 127.0.0.1, PEM. */
export function selfSigned(): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid(ECDSA_SHA256));
  const name = sequence(node(0x31, sequence(oid(COMMON_NAME), text(0x0c, 'localhost'))));
  const names = sequence(text(0x82, 'localhost'), node(0x87, Buffer.of(127, 0, 0, 1)));
  const extensions = node(0xa3, sequence(sequence(oid(ALT_NAME), node(0x04, names))));
  const body = sequence(
    node(0xa0, node(0x02, Buffer.of(2))),
    node(0x02, Buffer.of(1)),
    algorithm,
    name,
    sequence(utcTime(Date.now() - HOUR), utcTime(Date.now() + HOUR)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions,
  );
  const certificate = sequence(body, algorithm, node(0x03, Buffer.of(0), sign('sha256', body, privateKey)));
  const lines = certificate
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}
