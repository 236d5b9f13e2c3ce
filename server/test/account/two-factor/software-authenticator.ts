// A WebAuthn authenticator in software: keys of its own, answers as a browser would send them, and lies on demand.

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** What CBOR is needed for: integers, bytes, text, maps. */
type Cbor = number | string | Uint8Array | ReadonlyMap<number | string, Cbor>;

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.of((major << 5) | value);
  if (value < 256) return Buffer.of((major << 5) | 24, value);
  return Buffer.of((major << 5) | 25, value >> 8, value & 255);
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)])]);
}

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest();
const base64url = (content: string | Uint8Array) => Buffer.from(content).toString('base64url');

const PRESENT = 1;
const VERIFIED = 4;
const ATTESTED = 64;

/** How an answer differs from an honest one. */
export interface Lies {
  readonly origin?: string;
  readonly party?: string;
  readonly challenge?: string;
  readonly type?: string;
  /** The person was not verified, or not even there. */
  readonly flags?: number;
  readonly counter?: number;
  readonly userHandle?: string | null;
  readonly key?: KeyObject;
  readonly id?: string;
}

export class SoftwareAuthenticator {
  readonly #origin: string;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #id = randomBytes(32);
  #handle = '';
  #counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  get id(): string {
    return base64url(this.#id);
  }

  get handle(): string {
    return this.#handle;
  }

  get privateKey(): KeyObject {
    return this.#keys.privateKey;
  }

  #client(type: string, challenge: string, lies: Lies): string {
    return JSON.stringify({
      type: lies.type ?? type,
      challenge: lies.challenge ?? challenge,
      origin: lies.origin ?? this.#origin,
      crossOrigin: false,
    });
  }

  #data(party: string, flags: number, lies: Lies, attested: Uint8Array = new Uint8Array(0)): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(lies.counter ?? (this.#counter += 1));
    return Buffer.concat([sha256(lies.party ?? party), Buffer.of(lies.flags ?? flags), counter, attested]);
  }

  /** Makes a passkey as `options` ask. */
  create(options: Record<string, unknown>, lies: Lies = {}): Record<string, unknown> {
    const { challenge, rp, user } = options as { challenge: string; rp: { id: string }; user: { id: string } };
    this.#handle = user.id;
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const cose = cbor(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.#id, cose]);
    const flags = (lies.flags ?? PRESENT | VERIFIED) | ATTESTED;
    const authData = this.#data(rp.id, flags, { ...lies, flags }, attested);
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(this.#client('webauthn.create', challenge, lies)),
        attestationObject: base64url(cbor(attestation)),
        transports: ['internal'],
      },
    };
  }

  /** Answers as `options` ask. */
  get(options: Record<string, unknown>, lies: Lies = {}): Record<string, unknown> {
    const { challenge, rpId } = options as { challenge: string; rpId: string };
    const client = this.#client('webauthn.get', challenge, lies);
    const data = this.#data(rpId, PRESENT | VERIFIED, lies);
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), lies.key ?? this.#keys.privateKey);
    const userHandle = lies.userHandle === undefined ? this.#handle : lies.userHandle;
    const id = lies.id ?? this.id;
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        ...(userHandle === null ? {} : { userHandle }),
      },
    };
  }
}

/** Another authenticator's key. */
export const strangeKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
