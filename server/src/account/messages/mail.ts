// Mail by SMTP: TLS or nothing beyond this machine, few connections, every wait bounded.

import type { MailSettings } from '../../app/settings/index.ts';
import { type FailureKind, type Parcel, SendFailure, type Way } from './transport.ts';

const CONNECTIONS_MOST = 3;
const MESSAGES_A_CONNECTION = 100;
/** Messages waiting for a connection or on it. */
const UNDER_WAY_MOST = 100;
const DNS_PATIENCE = 5_000;
const CONNECT_PATIENCE = 10_000;
const SILENCE_PATIENCE = 15_000;
const IDLE_PATIENCE = 30_000;
/** How long one mail may take in all, ms. */
export const MAIL_PATIENCE = 20_000;
const ADDRESS_LONGEST = 254;
const ANSWER_LONGEST = 65_536;
/** No characters that mean something in a header or an SMTP command. */
const PART = String.raw`[^\s@<>()[\]\\,;:"\p{C}]`;
const ADDRESS = new RegExp(`^${PART}{1,64}@${PART}+\\.${PART}{2,}$`, 'u');

/** Whether mail can go to an address. */
export function isMailAddress(to: string): boolean {
  return to.length <= ADDRESS_LONGEST && ADDRESS.test(to);
}

function kindOf(error: unknown): { kind: FailureKind; final: boolean } {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown };
  switch (code) {
    case 'EENVELOPE':
    case 'EMESSAGE':
      return { kind: 'refused', final: typeof responseCode === 'number' && responseCode >= 500 };
    case 'EAUTH':
    case 'ENOAUTH':
      return { kind: 'credentials', final: false };
    case 'ETLS':
    case 'EREQUIRETLS':
      return { kind: 'tls', final: false };
    case 'ETIMEDOUT':
    case 'EABORT':
      return { kind: 'timeout', final: false };
    case 'ECONNECTION':
    case 'ESOCKET':
    case 'EDNS':
    case 'EPROTOCOL':
      return { kind: 'connection', final: false };
    default:
      return { kind: 'other', final: false };
  }
}

export interface MailOptions {
  /** How long one mail may take, ms. */
  readonly patience?: number;
  /** Certificates trusted instead of the usual ones, PEM; tests pass their own. */
  readonly ca?: string;
}

/** The way of mail. */
export function createMail(settings: MailSettings, { patience = MAIL_PATIENCE, ca }: MailOptions = {}): Way {
  const { host, port, secure, requireTls, user, password, from } = settings;
  let opening: ReturnType<typeof open> | undefined;
  /** With the first mail: the library is large, and a start does without it. */
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      pool: true,
      host,
      port,
      secure,
      requireTLS: requireTls && !secure,
      // On this machine plain SMTP is what was asked for; a certificate of the local server would only be in the way.
      ignoreTLS: !requireTls,
      tls: { minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) },
      ...(user === undefined ? {} : { auth: { user, pass: password ?? '' } }),
      maxConnections: CONNECTIONS_MOST,
      maxMessages: MESSAGES_A_CONNECTION,
      // A server may have closed a connection that waited: once more, on a fresh one, under the same message id.
      maxRequeues: 1,
      idleTimeout: IDLE_PATIENCE,
      dnsTimeout: DNS_PATIENCE,
      connectionTimeout: Math.min(CONNECT_PATIENCE, patience),
      greetingTimeout: Math.min(CONNECT_PATIENCE, patience),
      socketTimeout: Math.min(SILENCE_PATIENCE, patience),
      socketCloseTimeout: 1_000,
      maxResponseSize: ANSWER_LONGEST,
      disableFileAccess: true,
      disableUrlAccess: true,
      maxRecipients: 1,
    });
    // Of a connection that waits: no message is on it, and the next one opens another.
    transport.on('error', () => undefined);
    return transport;
  };
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  let underWay = 0;

  async function deliver(parcel: Parcel, signal: AbortSignal): Promise<void> {
    if (!isMailAddress(parcel.to)) throw new SendFailure('mail', 'refused', true);
    if (underWay >= UNDER_WAY_MOST) throw new SendFailure('mail', 'full');
    underWay += 1;
    try {
      opening ??= open();
      const transport = await opening;
      await transport.sendMail({
        from,
        to: { name: '', address: parcel.to },
        envelope: { from: from.address, to: parcel.to },
        subject: parcel.subject,
        text: parcel.text,
        html: parcel.html,
        messageId: `<${parcel.messageId}@${domain}>`,
        date: new Date(parcel.time),
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': parcel.lang },
        xMailer: false,
        signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
      });
    } catch (error) {
      if (signal.aborted) throw new SendFailure('mail', 'stopped');
      const { kind, final } = kindOf(error);
      throw new SendFailure('mail', kind, final);
    } finally {
      underWay -= 1;
    }
  }

  return {
    channel: 'mail',
    fits: isMailAddress,
    send: deliver,
    close() {
      // Of one that could not be opened there is nothing to close; the mail that wanted it was told.
      void opening?.then(
        (transport) => transport.close({ force: true }),
        () => undefined,
      );
    },
  };
}
