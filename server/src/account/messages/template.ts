// Content of messages: the data and texts of a code or a notice, arranged before rendering.

import { isIP } from 'node:net';
import type { KYC_FIELDS, Language } from '@vitrine/contract';
import type { Notice } from './face.ts';
import { fill, languageTag, type Texts, texts } from './text/index.ts';

/** The exchange's name in mails. */
export const HOUSE = 'Vitrine';
/** The page for freezing an account; never a page that asks for a password. */
const CLAIMS_PAGE = '/account/center/claims';
const SECURITY_PAGE = '/account/center/security';
/** The page that shows linked accounts and takes appeals. */
const LINKED_PAGE = '/account/center/linked';
/** Purposes of calls §9 for which the address need not belong to an account yet. */
const NEW_ADDRESS: readonly number[] = [1, 4];
const NAME_LONGEST = 60;

export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [label: string, value: string])[] }
  | { readonly kind: 'link'; readonly label: string; readonly url: string };

/** One message, in one language. */
export interface Letter {
  readonly lang: Language;
  /** Subject and heading. */
  readonly title: string;
  /** Shown at the top: the customer's own word, or how to set one; undefined for non-customers. */
  readonly word: string | undefined;
  readonly blocks: readonly Block[];
  readonly foot: readonly string[];
  /** The same in one line, for SMS. */
  readonly short: string;
}

/** The recipient. */
export interface Reader {
  readonly lang: Language;
  /** Public origin of the exchange, without a trailing slash. */
  readonly origin: string;
  /** The customer's word; null: none is set; undefined: not a customer as far as we know. */
  readonly word: string | null | undefined;
}

/** A time in a language, labelled as UTC. */
function moment(lang: Language, ms: number): string {
  const format = new Intl.DateTimeFormat(languageTag[lang], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
  });
  return `${format.format(ms)} (UTC)`;
}

/** A device's name that is safe in a mail: short, and without anything a mail program would turn into a link. */
export function harmlessName(name: string): string {
  const text = name
    .replace(/[^\p{L}\p{M}\p{N} .,()'_+-]+/gu, ' ')
    .replace(/\.(?=\p{L})/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return text.slice(0, NAME_LONGEST) || '–';
}

function write(
  reader: Reader,
  title: string,
  blocks: readonly (Block | undefined)[],
  short: 'code' | 'notYou' | 'title',
  code = '',
): Letter {
  const t = texts[reader.lang];
  const line = short === 'title' ? title : fill(short === 'code' ? t['sms.code'] : t['sms.notYou'], { title, code });
  return {
    lang: reader.lang,
    title,
    word:
      reader.word === undefined
        ? undefined
        : reader.word === null
          ? t['word.none']
          : fill(t['word.yours'], { word: reader.word }),
    blocks: blocks.filter((block) => block !== undefined),
    foot: [fill(t['footer.never'], { house: HOUSE }), t['footer.auto'], `${HOUSE} · ${reader.origin}`],
    short: `${HOUSE}: ${line}`,
  };
}

const text = (content: string): Block => ({ kind: 'text', text: content });

/**
 * The message of a code for a purpose of calls §9; with a null code the message for the owner of the address.
 * @throws for a purpose without a text.
 */
export function codeLetter(purpose: number, code: string | null, reader: Reader): Letter {
  const t = texts[reader.lang];
  const house = { house: HOUSE };
  if (code === null) {
    const taken = NEW_ADDRESS.includes(purpose);
    return write(
      reader,
      taken ? t['taken.title'] : t['absent.title'],
      [text(fill(taken ? t['taken.body'] : t['absent.body'], house))],
      'title',
    );
  }
  const title = t[`code.${purpose}` as keyof Texts];
  if (title === undefined) throw new RangeError(`expected a purpose of calls §9, got ${purpose}`);
  return write(
    reader,
    title,
    [
      { kind: 'code', code },
      text(t['code.life']),
      text(fill(t['code.secret'], house)),
      text(NEW_ADDRESS.includes(purpose) ? t['code.ignore'] : t['code.notYou']),
    ],
    'code',
    code,
  );
}

/** The message of a notice. */
export function noticeLetter(notice: Notice, reader: Reader): Letter {
  const { lang } = reader;
  const t = texts[lang];
  const facts = (...rows: readonly (readonly [string, string])[]): Block => ({ kind: 'facts', rows });
  const at = (time: number) => [t['fact.time'], moment(lang, time)] as const;
  const freeze: readonly Block[] = [
    text(t.notYou),
    { kind: 'link', label: t.freeze, url: `${reader.origin}${SECURITY_PAGE}` },
  ];
  switch (notice.kind) {
    case 'newDevice':
      return write(
        reader,
        t['newDevice.title'],
        [
          text(t['newDevice.body']),
          facts(
            [t['fact.device'], harmlessName(notice.device)],
            [t['fact.ip'], isIP(notice.ip) === 0 ? '–' : notice.ip],
            at(notice.time),
          ),
          text(t.wasYou),
          ...freeze,
        ],
        'notYou',
      );
    case 'credentialChanged':
    case 'fundGuessed':
      return write(
        reader,
        notice.kind === 'fundGuessed' ? t.fundGuessed : t[`changed.${notice.what}`],
        [
          facts(at(notice.time)),
          notice.lockedUntil === undefined
            ? undefined
            : text(fill(t.locked, { until: moment(lang, notice.lockedUntil) })),
          text(t.wasYou),
          ...freeze,
        ],
        'notYou',
      );
    case 'frozen':
      return write(reader, t['frozen.title'], [text(t['frozen.body']), facts(at(notice.time))], 'title');
    case 'unfrozen':
      return write(
        reader,
        t['unfrozen.title'],
        [text(t['unfrozen.body']), facts(at(notice.time)), ...freeze],
        'notYou',
      );
    case 'linked':
      return write(
        reader,
        t['linked.title'],
        [
          text(t['linked.body']),
          facts([t['linked.count'], String(notice.accounts)], [t['linked.from'], moment(lang, notice.from)]),
          text(t['linked.appeal']),
          { kind: 'link', label: t['linked.open'], url: `${reader.origin}${LINKED_PAGE}` },
        ],
        'title',
      );
    case 'unlinked':
      return write(reader, t['unlinked.title'], [text(t['unlinked.body']), facts(at(notice.time))], 'title');
    case 'appealRefused':
      return write(
        reader,
        t['appealRefused.title'],
        [text(t['appealRefused.body']), text(notice.answer), facts(at(notice.time))],
        'title',
      );
    case 'kyc': {
      const stage = { stage: String(notice.stage) };
      if (notice.passed)
        return write(reader, fill(t['kyc.passed.title'], stage), [text(t['kyc.passed.body'])], 'title');
      const rows = notice.refused.map(
        ({ field, reason }) => [t[`field.${field as KycField}`] ?? field, t[`reason.${reason}`]] as const,
      );
      return write(reader, fill(t['kyc.refused.title'], stage), [text(t['kyc.refused.body']), facts(...rows)], 'title');
    }
    case 'fundCase':
      return notice.passed
        ? write(
            reader,
            t['fundCase.passed.title'],
            [
              text(
                fill(t['fundCase.passed.body'], {
                  until: notice.until === undefined ? '–' : moment(lang, notice.until),
                }),
              ),
              ...freeze,
            ],
            'notYou',
          )
        : write(reader, t['fundCase.refused.title'], [text(t['fundCase.refused.body'])], 'title');
    case 'deposited':
    case 'reversed': {
      const { amount, coin } = notice;
      const body = text(fill(t[`${notice.kind}.body`], { amount, coin }));
      return write(reader, t[`${notice.kind}.title`], [body, facts(at(notice.time))], 'title');
    }
    case 'bondClaim': {
      const { role, state, amount, coin, order } = notice;
      const key = state === 'refused' || state === 'lapsed' ? 'ended' : state;
      const body = fill(t[`bondClaim.${role}.${key}`], { amount, coin, order, until: moment(lang, notice.until) });
      return write(
        reader,
        t[`bondClaim.${key}.title`],
        [
          text(body),
          facts(at(notice.time)),
          { kind: 'link', label: t['bondClaim.page'], url: `${reader.origin}${CLAIMS_PAGE}` },
        ],
        'title',
      );
    }
    case 'alert': {
      const figure = notice.what === 'funding' || notice.what === 'liquidation' ? share : (plain: string) => plain;
      const seen = figure(notice.seen);
      const value = notice.value === null ? '' : figure(notice.value);
      return write(
        reader,
        t['alert.title'],
        [
          text(fill(t[`alert.${notice.what}`], { symbol: notice.symbol, seen, value })),
          facts(at(notice.time)),
          text(t['alert.own']),
        ],
        'title',
      );
    }
  }
}

/** Decimal places that a fraction shifts to become percent. */
const PERCENT = 2;

/** A fraction as percent, exactly: `0.0125` is `1.25 %`. */
function share(fraction: string): string {
  const [, sign = '', whole = '', part = ''] = /^(-?)([0-9]+)(?:\.([0-9]+))?$/.exec(fraction) ?? [];
  const digits = part.padEnd(PERCENT, '0');
  const moved = `${whole}${digits.slice(0, PERCENT)}`.replace(/^0+(?=[0-9])/, '');
  const rest = digits.slice(PERCENT).replace(/0+$/, '');
  return `${sign}${moved}${rest === '' ? '' : `.${rest}`} %`;
}

type KycField = (typeof KYC_FIELDS)[1 | 2][number];
