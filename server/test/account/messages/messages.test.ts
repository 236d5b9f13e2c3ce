// Codes and notices over a real database: codes at once or refused, notices by every address of a customer's, the practice inbox (issue: practice inbox, SMTP, SMS).

import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createCodes } from '../../../src/account/identity/codes.ts';
import { IdentityRefusal } from '../../../src/account/identity/index.ts';
import type { CodeMessage, Notice } from '../../../src/account/messages/index.ts';
import { mailTo, type MessageWorld, openMessageWorld } from './message-world.ts';
import { openPostOffice, type PostOffice } from './post-office.ts';

let world: MessageWorld;
let office: PostOffice | undefined;
let gateway: Server | undefined;

beforeAll(async () => {
  world = await openMessageWorld();
});
afterEach(async () => {
  await world.clear();
  await office?.close();
  office = undefined;
  await new Promise((resolve) => (gateway ? gateway.close(resolve) : resolve(undefined)));
  gateway = undefined;
});
afterAll(() => world?.close());

const code: CodeMessage = {
  address: 'ann@example.org',
  purpose: 2,
  code: '123456',
  browser: 'browser-one',
  lang: 'fr',
  userId: undefined,
};
const device: Notice = { kind: 'newDevice', deviceId: 'none', device: 'Firefox', ip: '192.0.2.7', time: 0 };
const nowhere = { ...mailTo(1), port: 1 };

async function refusal(work: Promise<unknown>): Promise<number> {
  try {
    await work;
  } catch (error) {
    if (error instanceof IdentityRefusal) return error.code;
    throw error;
  }
  return 200;
}

/** A gateway that takes everything. */
async function openGateway(): Promise<{ url: string; taken: { to: string; text: string }[] }> {
  const taken: { to: string; text: string }[] = [];
  gateway = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      taken.push(JSON.parse(body) as { to: string; text: string });
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => gateway?.listen(0, '127.0.0.1', resolve));
  const address = gateway.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`, taken };
}

describe('a code', () => {
  it("goes out at once, in the page's language, under the customer's own word", async () => {
    office = await openPostOffice();
    const userId = await world.customer({ email: 'ann@example.org', lang: 'de', word: 'heron' });
    await world.messages({ mail: mailTo(office.port) }).messages.code({ ...code, userId });
    const [mail] = await office.mails();
    expect(mail?.subject).toBe('Votre code de connexion');
    expect(mail?.text?.startsWith('Votre mot : heron')).toBe(true);
    expect(mail?.text).toContain('123456');
    expect(await world.waiting()).toEqual([]);
  });

  it('to a number goes by SMS', async () => {
    const { url, taken } = await openGateway();
    await world.messages({ sms: { url, token: 't' } }).messages.code({ ...code, address: '+447700900123', lang: 'en' });
    expect(taken).toEqual([
      { to: '+447700900123', text: 'Vitrine: Your code to sign in: 123456. Valid for 10 minutes. Do not share it.' },
    ]);
  });

  it('is refused with 503 without a way there, or with one that fails; the log names neither address nor code', async () => {
    expect(await refusal(world.messages().messages.code(code))).toBe(503);
    expect(await refusal(world.messages({ mail: nowhere }).messages.code(code))).toBe(503);
    expect(await refusal(world.messages({ mail: nowhere }).messages.code({ ...code, address: '+447700900123' }))).toBe(
      503,
    );
    expect(world.faults.map(String)).toEqual(['SendFailure: mail was not sent: connection']);
  });

  it('to an address that no mail can go to is bad input', async () => {
    const { messages } = world.messages({ mail: nowhere });
    expect(await refusal(messages.code({ ...code, address: 'ann,eve@example.org' }))).toBe(400);
  });

  it('that could not be sent does not make anyone wait, and leaves the one before usable', async () => {
    const secret = Buffer.alloc(32);
    const asker = { browser: 'b', lang: 'en' as const, userId: undefined };
    const broken = createCodes(world.db, secret, world.messages({ mail: nowhere }).messages, world.now);
    expect(await refusal(broken.send('bob@example.org', 2, asker, false))).toBe(503);
    // An address without an account fails in the same way: the answer does not tell.
    expect(await refusal(broken.send('bob@example.org', 2, asker, true))).toBe(503);
    office = await openPostOffice();
    const whole = createCodes(world.db, secret, world.messages({ mail: mailTo(office.port) }).messages, world.now);
    expect(await whole.send('bob@example.org', 2, asker, false)).toBe(60);
    world.time += 61_000;
    expect(await refusal(broken.send('bob@example.org', 2, asker, false))).toBe(503);
    const sent = /\d{6}/.exec((await office.mails())[0]?.text ?? '')?.[0] ?? '';
    expect(await refusal(whole.use('bob@example.org', 2, sent))).toBe(200);
  });

  it('for an address without an account tells its owner so, with the same wait for the asker', async () => {
    office = await openPostOffice();
    const codes = createCodes(
      world.db,
      Buffer.alloc(32),
      world.messages({ mail: mailTo(office.port) }).messages,
      world.now,
    );
    const asker = { browser: 'b', lang: 'en' as const, userId: undefined };
    const known = await codes.send('known@example.org', 3, asker, false);
    const unknown = await codes.send('unknown@example.org', 3, asker, true);
    expect(unknown).toBe(known);
    const mails = await office.mails();
    expect(office.recipients).toEqual(['known@example.org', 'unknown@example.org']);
    expect(mails[1]?.subject).toBe('A code was asked for, but there is no account');
    expect(mails[1]?.text).not.toMatch(/\d{6}/);
    await codes.send('taken@example.org', 1, asker, true);
    expect((await office.mails())[2]?.subject).toBe('This address already has an account');
  });
});

describe('a notice', () => {
  it("goes to every address of the customer's and to the one that was replaced, in the customer's language", async () => {
    office = await openPostOffice();
    const { url, taken } = await openGateway();
    const userId = await world.customer({ email: 'new@example.org', phone: '7700900123', lang: 'de', word: 'Reiher' });
    const { messages, outbox } = world.messages({ mail: mailTo(office.port), sms: { url, token: 't' } });
    await messages.notice(
      userId,
      { kind: 'credentialChanged', what: 'email', time: world.time, lockedUntil: world.time + 86_400_000 },
      'old@example.org',
    );
    await outbox.pass();
    expect(office.recipients.toSorted()).toEqual(['new@example.org', 'old@example.org']);
    for (const mail of await office.mails()) {
      expect(mail.subject).toBe('Die E-Mail-Adresse Ihres Kontos wurde geändert');
      expect(mail.text?.startsWith('Ihr Wort: Reiher')).toBe(true);
      expect(mail.text).toContain('22. November 2026');
      expect(mail.text).toContain('https://vitrine.example/account/center/security');
    }
    expect(taken).toEqual([
      {
        to: '+447700900123',
        text: 'Vitrine: Die E-Mail-Adresse Ihres Kontos wurde geändert. Nicht Sie? Konto im Sicherheitsbereich einfrieren.',
      },
    ]);
    expect(await world.waiting()).toEqual([]);
  });

  it('lies sealed in the database until it is sent', async () => {
    const userId = await world.customer({ email: 'sealed@example.org', word: 'heron' });
    await world.messages({ mail: nowhere }).messages.notice(userId, device);
    const rows = await world.db.selectFrom('outbox').selectAll().execute();
    expect(rows).toHaveLength(1);
    const kept = JSON.stringify(rows) + rows.map(({ sealed }) => sealed.toString('latin1')).join('');
    for (const word of ['sealed@', 'heron', 'Firefox', '192.0.2.7']) expect(kept).not.toContain(word);
  });

  it('never throws for what the way does, nor for a customer that is no more', async () => {
    const { messages } = world.messages({ mail: nowhere });
    const userId = await world.customer({ email: 'cal@example.org' });
    await messages.notice(userId, device);
    await messages.notice('999999999', device);
    // Without any way out there is nobody to tell and nothing kept.
    await world.messages().messages.notice(userId, device);
    expect(await world.waiting()).toHaveLength(1);
  });
});

describe('in practice mode', () => {
  it('a code lies in the inbox of the asking browser only, with subject and text, and leaves the house only where mail is set', async () => {
    const { messages, inbox } = world.messages({ mode: 'practice' });
    await messages.code(code);
    expect(await inbox?.list('browser-one')).toMatchObject([
      { address: code.address, purpose: 2, code: '123456', subject: 'Votre code de connexion' },
    ]);
    expect((await inbox?.list('browser-one'))?.[0]?.text).toContain('123456');
    expect(await inbox?.list('browser-two')).toEqual([]);
    office = await openPostOffice();
    const both = world.messages({ mode: 'practice', mail: mailTo(office.port) });
    await both.messages.code({ ...code, browser: 'browser-three' });
    expect(office.raw).toHaveLength(1);
    expect(await both.inbox?.list('browser-three')).toHaveLength(1);
  });

  it("the owner's word stands in the inbox of the owner's browsers only", async () => {
    const { messages, inbox } = world.messages({ mode: 'practice' });
    const userId = await world.customer({ email: 'word@example.org', word: 'heron', browsers: ['own'] });
    for (const browser of ['own', 'asker']) await messages.code({ ...code, userId, browser });
    expect((await inbox?.list('own'))?.[0]?.text).toContain('heron');
    expect((await inbox?.list('asker'))?.[0]?.text).toContain('123456');
    expect((await inbox?.list('asker'))?.[0]?.text).not.toContain('heron');
  });

  it('a code that mail was set for and could not take is not in the inbox either', async () => {
    const { messages, inbox } = world.messages({ mode: 'practice', mail: nowhere });
    expect(await refusal(messages.code({ ...code, browser: 'browser-four' }))).toBe(503);
    expect(await inbox?.list('browser-four')).toEqual([]);
  });

  it('who asks for a code to an address without an account sees nothing in the inbox', async () => {
    const { messages, inbox } = world.messages({ mode: 'practice' });
    await messages.code({ ...code, code: null, browser: 'browser-five' });
    expect(await inbox?.list('browser-five')).toEqual([]);
  });

  it("a notice lies with the browsers of the account's devices, not with the new one it tells of, nor with anyone else's", async () => {
    const { messages, inbox } = world.messages({ mode: 'practice' });
    const userId = await world.customer({ email: 'dan@example.org', browsers: ['home', 'phone', 'stranger'] });
    await world.customer({ email: 'other@example.org', browsers: ['elsewhere'] });
    await messages.notice(userId, { ...device, deviceId: `${userId}-stranger` });
    for (const browser of ['home', 'phone'])
      expect(await inbox?.list(browser)).toMatchObject([
        { address: 'dan@example.org', purpose: 0, code: null, subject: 'Sign-in from a new device' },
      ]);
    expect(await inbox?.list('stranger')).toEqual([]);
    expect(await inbox?.list('elsewhere')).toEqual([]);
    await messages.notice(userId, { kind: 'frozen', time: world.time });
    expect(await inbox?.list('stranger')).toMatchObject([{ purpose: 0, subject: 'Your account is frozen' }]);
  });
});
