// Mail by SMTP: always TLS beyond this machine, few connections, all waits bounded.

import type { MailSettings } from '../../app/settings/index.ts';
import { type FailureKind, type Parcel, SendFailure, type Way } from './transport.ts';

const CONNECTIONS_MOST = 3;
const MESSAGES_A_CONNECTION = 100;
/** Most messages waiting for or using a connection. */
const UNDER_WAY_MOST = 100;
const DNS_PATIENCE = 5_000;
const CONNECT_PATIENCE = 10_000;
const SILENCE_PATIENCE = 15_000;
const IDLE_PATIENCE = 30_000;
/** Time limit of one mail, ms. */
export const MAIL_PATIENCE = 20_000;
const ADDRESS_LONGEST = 254;
const ANSWER_LONGEST = 65_536;
/** No characters with a meaning in a header or an SMTP command. */
const PART = String.raw`[^\s@<>()[\]\\,;:"\p{C}]`;
const ADDRESS = new RegExp(`^${PART}{1,64}@${PART}+\\.${PART}{2,}$`, 'u');

/** Whether an address can receive mail. */
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
  /** Time limit of one mail, ms. */
  readonly patience?: number;
  /** PEM certificates to trust instead of the default ones; tests pass their own. */
  readonly ca?: string;
}

/** The mail transport. */
export function createMail(settings: MailSettings, { patience = MAIL_PATIENCE, ca }: MailOptions = {}): Way {
  const { host, port, secure, requireTls, user, password, from } = settings;
  let opening: ReturnType<typeof open> | undefined;
  /** Loaded with the first mail: the library is large, and a start does not need it. */
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      pool: true,
      host,
      port,
      secure,
      requireTLS: requireTls && !secure,
      // On this machine plain SMTP is intended; a certificate of the local server would only get in the way.
      ignoreTLS: !requireTls,
      tls: { minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) },
      ...(user === undefined ? {} : { auth: { user, pass: password ?? '' } }),
      maxConnections: CONNECTIONS_MOST,
      maxMessages: MESSAGES_A_CONNECTION,
      // A server may have closed an idle connection: retry once on a new one, with the same message id.
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
    // An error of an idle connection: it carries no message, and the next one opens another.
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
      // A connection that failed to open needs no closing; its mail already got the error.
      void opening?.then(
        (transport) => transport.close({ force: true }),
        () => undefined,
      );
    },
  };
}
