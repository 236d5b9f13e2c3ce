// Reloads a page whose chunks no longer exist on the server because the exchange was updated.
// It reloads once, and only for a newer build. A lost connection looks the same to the browser, and a reload would lose
// the user's input.
import { isPageHeld } from './hold.ts';

/** Storage key for the time of the last reload, ms UTC. */
const KEY = 'vitrine.reloadedAt';
/** A second failure within this time, in ms, has another cause than an outdated page. It is shown to the user. */
const RELOAD_ONCE_IN = 60_000;
/** The longest wait for the served page, ms. */
const PAGE_WAIT = 5_000;
/** Delay between two attempts to load a page with a missing chunk, ms. */
const TRY_AGAIN = 5_000;
/** Attempts in a row: ten minutes. After that only a restored connection starts new attempts. */
const TRIES = 120;

/** Whether a chunk of the page failed to load: the server has another build, or there is no connection. */
export function isStaleChunk(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script failed|preload CSS|error loading/i.test(error.message)
  );
}

/** Paths of the scripts that started this page. */
function ownScripts(): readonly string[] {
  return [...document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')].map(
    ({ src }) => new URL(src, document.baseURI).pathname,
  );
}

/** The page as the server serves it now; undefined without an answer. */
async function servedPage(): Promise<string | undefined> {
  try {
    const page = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(PAGE_WAIT) });
    return page.ok ? await page.text() : undefined;
  } catch (error) {
    if (error instanceof TypeError || error instanceof DOMException) return undefined;
    throw error;
  }
}

/** Whether the server serves a page now. Without a connection, a reload would lose the page that is open. */
export async function pageIsServed(): Promise<boolean> {
  return (await servedPage()) !== undefined;
}

/** Whether the server's page starts with other scripts than this one. False without an answer. */
export async function newerBuildIsServed(): Promise<boolean> {
  const html = await servedPage();
  return html !== undefined && ownScripts().some((path) => !html.includes(`"${path}"`));
}

function storedTime(): number {
  try {
    return Number.parseInt(sessionStorage.getItem(KEY) ?? '0', 10) || 0;
  } catch (error) {
    if (error instanceof DOMException) return 0;
    throw error;
  }
}

/**
 * Reloads the page at most once in 60 s; returns whether it does. Without storage it never reloads, because it could
 * loop.
 */
export function reloadOnce(now: number = Date.now(), reload: () => void = () => location.reload()): boolean {
  if (now - storedTime() < RELOAD_ONCE_IN) return false;
  try {
    sessionStorage.setItem(KEY, String(now));
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
  reload();
  return true;
}

/** Reloads the page when `when` returns true and nothing blocks it (`holdPage`); returns whether it does. */
export async function reloadWhen(when: () => Promise<boolean>, reload: () => boolean = reloadOnce): Promise<boolean> {
  if (isPageHeld() || !(await when())) return false;
  return !isPageHeld() && reload();
}

/**
 * Reloads a page with a missing chunk as soon as the server serves a page and nothing blocks the reload.
 * Retries until then, and immediately when the connection returns. Returns a function that stops it.
 */
export function reloadOnceServed(reload: () => boolean = reloadOnce): () => void {
  let left = TRIES;
  let isOver = false;
  const attempt = async (): Promise<void> => {
    if (isOver || left <= 0) return;
    // Blocked pages use no attempts: first the pending write needs its outcome.
    if (!isPageHeld()) left -= 1;
    if (await reloadWhen(async () => (await pageIsServed()) && !isOver, reload)) isOver = true;
  };
  const online = (): void => {
    left = TRIES;
    void attempt();
  };
  const timer = setInterval(() => void attempt(), TRY_AGAIN);
  addEventListener('online', online);
  void attempt();
  return () => {
    isOver = true;
    clearInterval(timer);
    removeEventListener('online', online);
  };
}
