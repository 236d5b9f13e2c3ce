// A page whose exchange was updated since it was opened: its parts are gone from the server. It reloads itself once, and
// only for a newer build: a cut line looks the same to the browser, and a reload would lose what the customer typed.
import { isPageHeld } from './hold.ts';

/** Where the time of the last reload is kept, ms UTC. */
const KEY = 'vitrine.reloadedAt';
/** A second failure within this time is no outdated page any more: it is shown, ms. */
const RELOAD_ONCE_IN = 60_000;
/** The longest wait for the served page, ms. */
const PAGE_WAIT = 5_000;
/** Between two tries to load a page of which a part is missing, ms. */
const TRY_AGAIN = 5_000;
/** Tries until only a line that is back starts them anew: ten minutes. */
const TRIES = 120;

/** Whether a part of the page could not be fetched: the server has another build, or there is no connection. */
export function isStaleChunk(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script failed|preload CSS|error loading/i.test(error.message)
  );
}

/** Paths of the scripts that this page was started by. */
function ownScripts(): readonly string[] {
  return [...document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')].map(
    ({ src }) => new URL(src, document.baseURI).pathname,
  );
}

/** The page as it is served now; undefined where no answer comes. */
async function servedPage(): Promise<string | undefined> {
  try {
    const page = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(PAGE_WAIT) });
    return page.ok ? await page.text() : undefined;
  } catch (error) {
    if (error instanceof TypeError || error instanceof DOMException) return undefined;
    throw error;
  }
}

/** Whether a reload would find a page: without a connection it would lose the one that stands. */
export async function pageIsServed(): Promise<boolean> {
  return (await servedPage()) !== undefined;
}

/** Whether the server's page starts by other scripts than this one. False where no answer comes. */
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

/** Reloads the page, once in 60 s; answers whether it does. Without a memory it does not: it might for ever. */
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

/** Reloads the page when `when` says so and nothing holds it (`holdPage`); answers whether it does. */
export async function reloadWhen(when: () => Promise<boolean>, reload: () => boolean = reloadOnce): Promise<boolean> {
  if (isPageHeld() || !(await when())) return false;
  return !isPageHeld() && reload();
}

/**
 * For a page of which a part did not load: reloads it as soon as it is served and nothing holds it. Asks again until then,
 * and at once when the line is back. Gives back how to stop.
 */
export function reloadOnceServed(reload: () => boolean = reloadOnce): () => void {
  let left = TRIES;
  let isOver = false;
  const attempt = async (): Promise<void> => {
    if (isOver || left <= 0) return;
    // A held page asks nobody: its write is asked for until its outcome is known.
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
