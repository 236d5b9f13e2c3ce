// A mail server on loopback that keeps what it is given, and misbehaves on request.

import type { Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface PostOffice {
  readonly port: number;
  /** What was delivered, as it came. */
  readonly raw: readonly string[];
  readonly senders: readonly string[];
  readonly recipients: readonly string[];
  /** User names and passwords that were shown to it. */
  readonly logins: readonly (readonly [user: string, password: string])[];
  /** The messages, read. */
  mails(): Promise<readonly Email[]>;
  /** Cuts all connections, as a server does with those that wait too long. */
  drop(): void;
  close(): Promise<void>;
}

/** Opens one. Without options: no TLS, no login, everything is taken. */
export async function openPostOffice(options: SMTPServerOptions = {}): Promise<PostOffice> {
  const raw: string[] = [];
  const senders: string[] = [];
  const recipients: string[] = [];
  const logins: [string, string][] = [];
  const server = new SMTPServer({
    disabledCommands: options.key === undefined ? ['STARTTLS', 'AUTH'] : [],
    authOptional: true,
    closeTimeout: 100,
    onAuth(auth, _, callback) {
      logins.push([auth.username ?? '', auth.password ?? '']);
      callback(null, { user: auth.username });
    },
    onData(stream, session, callback) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        raw.push(Buffer.concat(parts).toString());
        if (session.envelope.mailFrom) senders.push(session.envelope.mailFrom.address);
        recipients.push(...session.envelope.rcptTo.map(({ address }) => address));
        callback();
      });
    },
    ...options,
  });
  // A client that goes away at its time-out is part of the tests.
  server.on('error', () => undefined);
  const sockets = new Set<Socket>();
  const listening = server.listen(0, '127.0.0.1');
  listening.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => listening.once('listening', resolve));
  const address = listening.address();
  if (address === null || typeof address === 'string') throw new Error('expected a port');
  return {
    port: address.port,
    raw,
    senders,
    recipients,
    logins,
    mails: () => Promise.all(raw.map((one) => PostalMime.parse(one))),
    drop: () => sockets.forEach((socket) => socket.destroy()),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
