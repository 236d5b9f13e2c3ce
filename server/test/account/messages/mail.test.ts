// Mail over a real SMTP server on loopback: what arrives, and what happens when the server refuses, hangs or drops (issue: mail by SMTP).

import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createMail, isMailAddress, type MailOptions } from '../../../src/account/messages/mail.ts';
import { type Parcel, SendFailure, type Way } from '../../../src/account/messages/transport.ts';
import { openPostOffice, type PostOffice } from './post-office.ts';
import { selfSigned } from './self-signed.ts';

const parcel: Parcel = {
  to: 'ann@example.org',
  subject: 'Anmeldung von einem neuen Gerät',
  text: 'Ihr Wort: Reiher\n',
  html: '<p>Ihr Wort: Reiher</p>',
  lang: 'de',
  messageId: '0b7f8f0e-0000-4000-8000-000000000001',
  time: Date.UTC(2026, 10, 21, 12),
};
const never = new AbortController().signal;

let office: PostOffice | undefined;
let silent: Server | undefined;
const sockets: Socket[] = [];
let way: Way | undefined;

afterEach(async () => {
  way?.close();
  for (const socket of sockets.splice(0)) socket.destroy();
  await office?.close();
  if (silent) await new Promise((resolve) => silent?.close(resolve));
  office = silent = way = undefined;
});

function wayTo(port: number, settings: object = {}, options: MailOptions = {}): Way {
  way = createMail(
    {
      host: '127.0.0.1',
      port,
      secure: false,
      requireTls: false,
      from: { name: 'Vitrine', address: 'no-reply@vitrine.example' },
      ...settings,
    },
    options,
  );
  return way;
}

async function failure(work: Promise<void>): Promise<[kind: string, final: boolean]> {
  try {
    await work;
  } catch (error) {
    if (error instanceof SendFailure) {
      // Whatever the server said, neither address nor content is in what may be logged.
      expect(JSON.stringify([error.message, error.stack, error.cause])).not.toContain('ann@');
      return [error.kind, error.final];
    }
    throw error;
  }
  return ['none', false];
}

/** A server that follows a script for each connection. */
async function badServer(behave: (socket: Socket) => void): Promise<number> {
  silent = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    behave(socket);
  });
  await new Promise<void>((resolve) => silent?.listen(0, '127.0.0.1', resolve));
  const address = silent.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe('a mail', () => {
  it('arrives with text, HTML, sender, date, its own id, its language, and says that no person wrote it', async () => {
    office = await openPostOffice();
    await wayTo(office.port).send(parcel, never);
    const [mail] = await office.mails();
    expect(mail).toMatchObject({
      subject: parcel.subject,
      from: { name: 'Vitrine', address: 'no-reply@vitrine.example' },
      to: [{ address: 'ann@example.org' }],
      messageId: `<${parcel.messageId}@vitrine.example>`,
    });
    expect(mail?.text?.trim()).toBe('Ihr Wort: Reiher');
    expect(mail?.html?.trim()).toBe('<p>Ihr Wort: Reiher</p>');
    expect(Date.parse(mail?.date ?? '')).toBe(parcel.time);
    const header = (key: string) => mail?.headers.find((one) => one.key === key)?.value;
    expect(header('auto-submitted')).toBe('auto-generated');
    expect(header('content-language')).toBe('de');
    expect(header('x-mailer')).toBeUndefined();
    expect(office.senders).toEqual(['no-reply@vitrine.example']);
    expect(office.recipients).toEqual(['ann@example.org']);
  });

  it('goes to no address that could say more than an address', async () => {
    office = await openPostOffice();
    const mail = wayTo(office.port);
    for (const to of [
      'ann@example.org\r\nBcc: eve@example.org',
      'ann@example.org, eve@example.org',
      'Ann <ann@example.org>',
      'ann@example.org\nSubject: x',
      'ann@example.org\0',
      '"ann eve"@example.org',
      'ann@example.org>',
      'ann',
      `${'a'.repeat(65)}@example.org`,
      `ann@${'a'.repeat(260)}.org`,
    ]) {
      expect(isMailAddress(to)).toBe(false);
      expect(await failure(mail.send({ ...parcel, to }, never))).toEqual(['refused', true]);
    }
    expect(office.raw).toEqual([]);
  });

  it('has one subject line whatever stands in it', async () => {
    office = await openPostOffice();
    await wayTo(office.port).send({ ...parcel, subject: 'a\r\nBcc: eve@example.org\r\n\r\nb' }, never);
    const [mail] = await office.mails();
    expect(mail?.bcc).toBeUndefined();
    expect(mail?.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(office.recipients).toEqual(['ann@example.org']);
  });
});

describe('TLS', () => {
  it('is used where it is required and offered, before the password is shown', async () => {
    const own = selfSigned();
    office = await openPostOffice(own);
    const settings = { requireTls: true, user: 'house', password: 'öffne dich' };
    await wayTo(office.port, settings, { ca: own.cert }).send(parcel, never);
    expect(office.raw).toHaveLength(1);
    expect(office.logins).toEqual([['house', 'öffne dich']]);
  });

  it('from the first byte works as well', async () => {
    const own = selfSigned();
    office = await openPostOffice({ ...own, secure: true });
    await wayTo(office.port, { secure: true, requireTls: true }, { ca: own.cert }).send(parcel, never);
    expect(office.raw).toHaveLength(1);
  });

  it('missing where it is required: nothing is sent, neither mail nor password', async () => {
    office = await openPostOffice({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true });
    const settings = { requireTls: true, user: 'house', password: 'open' };
    const [kind] = await failure(wayTo(office.port, settings).send(parcel, never));
    expect(kind).not.toBe('none');
    expect(office.logins).toEqual([]);
    expect(office.raw).toEqual([]);
  });

  it('by a certificate that nobody vouches for: nothing is sent', async () => {
    office = await openPostOffice(selfSigned());
    const settings = { requireTls: true, user: 'house', password: 'open' };
    const [kind] = await failure(wayTo(office.port, settings).send(parcel, never));
    expect(['tls', 'connection']).toContain(kind);
    expect(office.logins).toEqual([]);
    expect(office.raw).toEqual([]);
  });
});

describe('a server that', () => {
  it('refuses the address for good is not asked again', async () => {
    office = await openPostOffice({
      onRcptTo: ({ address }, _, callback) =>
        callback(Object.assign(new Error(`no such user ${address}`), { responseCode: 550 })),
    });
    expect(await failure(wayTo(office.port).send(parcel, never))).toEqual(['refused', true]);
  });

  it('is busy is asked again', async () => {
    office = await openPostOffice({
      onRcptTo: (_, __, callback) => callback(Object.assign(new Error('later'), { responseCode: 451 })),
    });
    expect(await failure(wayTo(office.port).send(parcel, never))).toEqual(['refused', false]);
  });

  it('refuses our password is asked again', async () => {
    const own = selfSigned();
    office = await openPostOffice({
      ...own,
      authOptional: false,
      onAuth: (_, __, callback) => callback(Object.assign(new Error('no'), { responseCode: 535 })),
    });
    const settings = { requireTls: true, user: 'house', password: 'wrong' };
    expect(await failure(wayTo(office.port, settings, { ca: own.cert }).send(parcel, never))).toEqual([
      'credentials',
      false,
    ]);
  });

  it('says nothing is given up', async () => {
    const port = await badServer(() => undefined);
    expect(await failure(wayTo(port, {}, { patience: 200 }).send(parcel, never))).toEqual(['timeout', false]);
  });

  it('trickles its words for ever is given up', async () => {
    const port = await badServer((socket) => {
      socket.write('220 hello\r\n');
      socket.on('data', () => {
        const timer = setInterval(() => socket.write('250-still here\r\n'), 20);
        socket.on('close', () => clearInterval(timer));
      });
    });
    expect(await failure(wayTo(port, {}, { patience: 300 }).send(parcel, never))).toEqual(['timeout', false]);
  });

  it('hangs up in the middle is given up', async () => {
    const port = await badServer((socket) => {
      socket.write('220 hello\r\n');
      socket.once('data', () => socket.destroy());
    });
    expect(await failure(wayTo(port).send(parcel, never))).toEqual(['connection', false]);
  });

  it('closes connections that wait loses no mail', async () => {
    office = await openPostOffice();
    const mail = wayTo(office.port);
    for (let sent = 1; sent <= 3; sent += 1) {
      await mail.send({ ...parcel, messageId: `id-${sent}` }, never);
      expect(office.raw).toHaveLength(sent);
      office.drop();
    }
  });

  it('is not there is refused at once', async () => {
    const port = await badServer(() => undefined);
    await new Promise((resolve) => silent?.close(resolve));
    silent = undefined;
    expect((await failure(wayTo(port).send(parcel, never)))[0]).toBe('connection');
  });
});

it('more mails than the pool holds are refused, not queued without end', async () => {
  const port = await badServer(() => undefined);
  const mail = wayTo(port, {}, { patience: 1_000 });
  const all = await Promise.all(Array.from({ length: 120 }, () => failure(mail.send(parcel, never))));
  expect(all.filter(([kind]) => kind === 'full')).toHaveLength(20);
});

it('the end does not wait for a server that hangs', async () => {
  const port = await badServer(() => undefined);
  const stopping = new AbortController();
  const sending = failure(wayTo(port).send(parcel, stopping.signal));
  stopping.abort();
  expect(await sending).toEqual(['stopped', false]);
});
