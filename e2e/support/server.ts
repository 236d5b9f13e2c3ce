// One process of the exchange: started, awaited, ended by process id.

import { type ChildProcess, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');
/** Enough for the slowest machine: only a failed start takes this long, ms. */
const READY_WITHIN = 600_000;
const READY_EVERY = 10;
/** What it prints once it answers. */
const OPEN = / is open at /;
const STOP_WITHIN = 20_000;
const LOG_KEPT = 200;

export interface ServerProcess {
  /** Ends it by a signal, and waits until it has exited. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** What a process printed, over all its starts. */
export interface Said {
  readonly lines: string[];
  /** The desk's one-time link, as last printed. */
  setupLink: string;
}

/** As in `npm start` (`tools/ensure.mjs`). */
const YOUNG = ['--max-semi-space-size=4'];

/** Starts the server with these settings, and waits until it answers at `url`. */
export async function startServer(
  program: string,
  url: string,
  settings: Readonly<Record<string, string>>,
  said: Said,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...YOUNG, program], {
    cwd: root,
    // It ends with this process in any case, because its standard input closes.
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...withoutOurs(process.env),
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compile'),
      VITRINE_LOG: 'warn',
      VITRINE_END_WITH_STDIN: '1',
      ...settings,
    },
  });
  const { lines } = said;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      lines.push(...text.split('\n').filter(Boolean));
      said.setupLink = /Desk: open (\S+\/setup#\S+)/.exec(text)?.[1] ?? said.setupLink;
      lines.splice(0, Math.max(0, lines.length - LOG_KEPT));
    });
  }
  const until = Date.now() + READY_WITHIN;
  let why = '';
  // Requests before it listens would only slow down its start.
  let open = false;
  child.stdout.on('data', (text: string) => (open ||= OPEN.test(text)));
  try {
    while (Date.now() < until) {
      const ended = child.exitCode ?? child.signalCode;
      if (ended !== null) throw new Error(`The exchange ended with ${ended} before it was ready:\n${lines.join('\n')}`);
      const answer = open ? await answered(`${url}/readyz`) : NOT_OPEN;
      if (answer.ready) return { end: (signal) => end(child, signal) };
      why = answer.text;
      await new Promise((done) => setTimeout(done, READY_EVERY));
    }
    throw new Error(`The exchange was not ready within ${READY_WITHIN} ms; /readyz: ${why}\n${lines.join('\n')}`);
  } catch (error) {
    await end(child, 'SIGKILL');
    throw error;
  }
}

/** Removes the exchange's settings from the environment: those of the person running the journeys do not apply. */
export function withoutOurs(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('VITRINE_')));
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((done) => child.once('exit', () => done()));
  child.kill(signal);
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN);
  await gone;
  clearTimeout(late);
}

interface Answer {
  readonly ready: boolean;
  readonly text: string;
}

const NOT_OPEN: Answer = { ready: false, text: 'not listening yet' };

async function answered(url: string): Promise<Answer> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    return { ready: answer.ok, text: `${answer.status} ${await answer.text()}` };
  } catch (error) {
    // Not listening yet, or no answer in time: ask again.
    if (error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError'))
      return { ready: false, text: String(error) };
    throw error;
  }
}
