// Settings of mail and SMS, and of URLs of other services: how they are written and what they mean.

import { isIP } from 'node:net';
import { z } from 'zod';

/** How mail is sent. */
export interface MailSettings extends MailServer {
  readonly from: MailFrom;
}

/** A mail server. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (smtps); otherwise STARTTLS. */
  readonly secure: boolean;
  /** Nothing is sent without TLS, except to this same machine. */
  readonly requireTls: boolean;
  readonly user?: string;
  readonly password?: string;
}

/** Sender of mail. */
export interface MailFrom {
  readonly name: string;
  readonly address: string;
}

/** The SMS gateway. */
export interface SmsSettings {
  readonly url: string;
  readonly token: string;
}

const SMTP_PORT = 587;
const SMTPS_PORT = 465;

/** Whether a host of a URL is this same machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** The URL of a text; undefined if it is none. */
export function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** Percent-decoded text; undefined if the encoding is wrong. */
function unescaped(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

const SMTP_FORM =
  'smtp://user:password@host:port (with STARTTLS) or smtps://user:password@host:port; special characters of the password as %-signs';

/** Schema of the mail server's URL. */
export const smtpUrl = z
  .string()
  .transform((text, context): MailServer => {
    const url = urlOf(text.trim());
    const user = unescaped(url?.username ?? '%');
    const password = unescaped(url?.password ?? '%');
    const right =
      url !== undefined &&
      ['smtp:', 'smtps:'].includes(url.protocol) &&
      url.hostname !== '' &&
      ['', '/'].includes(url.pathname) &&
      `${url.search}${url.hash}` === '';
    if (!right || user === undefined || password === undefined || (user === '') !== (password === '')) {
      context.addIssue({ code: 'custom', message: SMTP_FORM });
      return z.NEVER;
    }
    const secure = url.protocol === 'smtps:';
    return {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port === '' ? (secure ? SMTPS_PORT : SMTP_PORT) : Number(url.port),
      secure,
      requireTls: !isLoopback(url.hostname),
      ...(user === '' ? {} : { user, password }),
    };
  })
  .optional();

const FROM = /^(?:([^<>"\p{C}]{1,64}?)\s*<([^<>]+)>|([^<>]+))$/u;
const FROM_ADDRESS = /^[^\s@<>()[\]\\,;:"\p{C}]{1,64}@[^\s@<>()[\]\\,;:"\p{C}]{3,190}$/u;

/** Schema of the sender of mail. */
export const mailFrom = z
  .string()
  .transform((text, context): MailFrom => {
    const parts = FROM.exec(text.trim());
    const address = (parts?.[2] ?? parts?.[3] ?? '').trim();
    if (!FROM_ADDRESS.test(address)) {
      context.addIssue({ code: 'custom', message: 'name@example.org or Name <name@example.org>' });
      return z.NEVER;
    }
    return { name: parts?.[1]?.trim() ?? '', address };
  })
  .optional();

/** Whether a URL is safe: encrypted or local, and without user name or password. */
export function isSafeUrl(text: string): boolean {
  const url = urlOf(text);
  if (url === undefined || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

/** Schema of the bearer token for an operator's service. */
export const bearerToken = (of: string) =>
  z
    .string()
    .refine((text) => /^[\x21-\x7e]{1,4096}$/.test(text), { error: `the bearer token of the ${of}, without spaces` })
    .optional();

/** Schema of the SMS gateway's URL. */
export const smsUrl = z
  .string()
  .refine(isSafeUrl, {
    error: 'an https:// address of the gateway (http:// only on this same machine), without user and password',
  })
  .optional();
