// Sends messages: codes at once or not at all, notices through the outbox. In practice mode both also appear in the
// practice inbox.

import { randomUUID } from 'node:crypto';
import { LANGUAGES, type Language } from '@vitrine/contract';
import type { Kysely } from 'kysely';
import { IdentityRefusal, type IdentityTables, openAntiCode, tokenHash } from '../identity/index.ts';
import type { MailSettings, SmsSettings } from '../../app/settings/index.ts';
import type { Vault } from '../vault/index.ts';
import { htmlOf, plainOf } from './render.ts';
import type { CodeMessage, Messages, Notice } from './face.ts';
import { codeLetter, type Letter, noticeLetter, type Reader } from './template.ts';
import { createMail } from './mail.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { createPracticeInbox, type PracticeInbox } from './practice-inbox.ts';
import { createSms } from './sms.ts';
import { languageTag } from './text/index.ts';
import { type Parcel, SendFailure, type Way } from './transport.ts';

/** Without a public address the exchange is on this machine. */
const HERE = 'http://localhost:8080';
/** Most browsers of an account that are notified in practice mode. */
const BROWSERS_TOLD = 20;

export interface MessageParts {
  readonly db: Kysely<IdentityTables>;
  readonly vault: Vault;
  readonly mode: 'practice' | 'live';
  /** Without it no mail is sent. */
  readonly mail?: MailSettings | undefined;
  /** Without it no SMS is sent. */
  readonly sms?: SmsSettings | undefined;
  /** Our own origins; links in messages use the first. */
  readonly origins?: (() => ReadonlySet<string>) | undefined;
  readonly now: () => number;
  readonly onFault: (error: unknown) => void;
}

/** Outgoing messages, and in practice mode the inbox that shows them. */
export function createMessages(parts: MessageParts): {
  readonly messages: Messages;
  readonly inbox: PracticeInbox | undefined;
  /** Messages waiting to be sent. */
  readonly outbox: Outbox;
  stop(): Promise<void>;
} {
  const { db, vault, mode, mail, sms, origins, now, onFault } = parts;
  const origin = () => [...(origins?.() ?? [])][0] ?? HERE;
  const inbox = mode === 'practice' ? createPracticeInbox(db, now) : undefined;
  const ways: readonly Way[] = [
    ...(mail === undefined ? [] : [createMail(mail)]),
    ...(sms === undefined ? [] : [createSms(sms)]),
  ];
  const outbox = createOutbox({ db, vault, ways, now, onFault });
  const stopping = new AbortController();

  const parcelOf = (to: string, letter: Letter): Omit<Parcel, 'messageId'> => ({
    to,
    subject: letter.title,
    text: to.startsWith('+') ? letter.short : plainOf(letter),
    html: to.startsWith('+') ? '' : htmlOf(letter),
    lang: languageTag[letter.lang],
    time: now(),
  });

  async function customer(userId: string) {
    const row = await db
      .selectFrom('users')
      .select(['email', 'area_code', 'phone', 'login_name', 'lang', 'anti_code'])
      .where('id', '=', userId)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    return {
      email: row.email,
      phone: row.phone === null ? null : `+${row.area_code ?? ''}${row.phone}`,
      loginName: row.login_name,
      lang: LANGUAGES.find((one) => one === row.lang) ?? ('en' satisfies Language),
      word: openAntiCode(vault, userId, row.anti_code),
    };
  }

  async function sendNow(channel: Way['channel'], parcel: Omit<Parcel, 'messageId'>): Promise<void> {
    const way = ways.find((one) => one.channel === channel);
    if (way === undefined) {
      if (inbox !== undefined) return;
      throw new IdentityRefusal(
        'server.notTaking',
        `This exchange has no way to send ${channel === 'mail' ? 'mail' : 'SMS'} yet, so no code can be sent. Nothing was done.`,
      );
    }
    if (!way.fits(parcel.to))
      throw new IdentityRefusal(
        'request.invalid',
        'No message can be sent to this address.',
        {},
        { account: 'format' },
      );
    try {
      await way.send({ ...parcel, messageId: randomUUID() }, stopping.signal);
    } catch (error) {
      if (!(error instanceof SendFailure)) throw error;
      onFault(error);
      throw new IdentityRefusal('server.notTaking', 'The code could not be sent. Nothing was done; try again soon.');
    }
  }

  async function code(message: CodeMessage): Promise<void> {
    const { address, purpose, browser, lang, userId } = message;
    const known = userId === undefined ? undefined : await customer(userId);
    const reader: Reader = { lang, origin: origin(), word: known?.word };
    const letter = codeLetter(purpose, message.code, reader);
    await sendNow(address.startsWith('+') ? 'sms' : 'mail', parcelOf(address, letter));
    // A non-customer is only notified by mail: the inbox belongs to the requester, not the owner. For the same reason
    // it shows the owner's word only in a browser of the owner.
    if (inbox === undefined || message.code === null) return;
    const shown =
      userId === undefined || (await isOwn(userId, browser))
        ? letter
        : codeLetter(purpose, message.code, { ...reader, word: undefined });
    await inbox.put({ browser, address, purpose, code: message.code, subject: shown.title, text: plainOf(shown) });
  }

  async function isOwn(userId: string, browser: string): Promise<boolean> {
    const row = await db
      .selectFrom('devices')
      .select('id')
      .where('user_id', '=', userId)
      .where('browser', '=', tokenHash(browser))
      .executeTakeFirst();
    return row !== undefined;
  }

  /** In practice mode: shows a notice to the browsers of the account's devices. */
  async function lieInInbox(into: PracticeInbox, userId: string, notice: Notice, address: string, letter: Letter) {
    let devices = db
      .selectFrom('devices')
      .select('browser')
      .where('user_id', '=', userId)
      .orderBy('last_seen', 'desc')
      .limit(BROWSERS_TOLD);
    if (notice.kind === 'newDevice') devices = devices.where('id', '<>', notice.deviceId);
    const message = { address, purpose: 0, code: null, subject: letter.title, text: plainOf(letter) };
    for (const { browser } of await devices.execute()) await into.lay(browser, message);
  }

  async function notice(userId: string, what: Notice, besides?: string): Promise<void> {
    const known = await customer(userId);
    if (known === undefined) return;
    const letter = noticeLetter(what, { lang: known.lang, origin: origin(), word: known.word });
    if (inbox !== undefined)
      await lieInInbox(inbox, userId, what, known.email ?? known.phone ?? known.loginName ?? '', letter);
    const phone = what.kind === 'alert' || what.kind === 'deposited' ? null : known.phone;
    const addresses = new Set([known.email, phone, besides].filter((one) => typeof one === 'string'));
    let waiting = 0;
    for (const to of addresses) {
      const channel = to.startsWith('+') ? 'sms' : 'mail';
      const way = ways.find((one) => one.channel === channel);
      if (way?.fits(to) !== true) continue;
      await outbox.put(channel, parcelOf(to, letter));
      waiting += 1;
    }
    if (waiting > 0) void outbox.pass().catch(onFault);
  }

  return {
    inbox,
    outbox,
    messages: {
      code,
      // The event has happened: a failed notice must not undo it.
      notice: (userId, what, besides) => notice(userId, what, besides).catch(onFault),
    },
    async stop() {
      stopping.abort();
      await outbox.stop();
    },
  };
}
