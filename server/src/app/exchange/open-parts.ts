// The open parts of an exchange, and how they are closed.

import type { Logger } from 'pino';

/** How long one part may take to close before the next one is closed, ms. */
const CLOSE_PATIENCE = 15_000;

/** Open parts, closed in reverse order whatever happens on the way. */
export class OpenParts {
  readonly #open: { name: string; close: () => Promise<void> }[] = [];
  readonly #log: Logger;
  #closing: Promise<void> | undefined;

  constructor(log: Logger) {
    this.#log = log;
  }

  add(name: string, close: () => Promise<void>): void {
    this.#open.push({ name, close });
  }

  /** Registers a part that is still opening and closes it once it is open. The returned promise throws its failure. */
  begin<T extends { stop(): Promise<void> } | void>(name: string, opening: Promise<T>): Promise<T> {
    const closing = opening.then(
      (opened) => async () => opened?.stop(),
      () => async () => undefined,
    );
    this.add(name, async () => (await closing)());
    return opening;
  }

  close(): Promise<void> {
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  async #closeAll(): Promise<void> {
    for (let module = this.#open.pop(); module !== undefined; module = this.#open.pop()) {
      const { name } = module;
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(() => {
          this.#log.error({ module: name }, `did not close within ${CLOSE_PATIENCE} ms; going on`);
          resolve();
        }, CLOSE_PATIENCE);
      });
      try {
        await Promise.race([module.close(), late]);
      } catch (error) {
        this.#log.error({ module: name, err: error }, 'did not close');
      } finally {
        clearTimeout(timer);
      }
    }
  }
}
