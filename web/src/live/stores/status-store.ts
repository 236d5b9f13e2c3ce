// The state of each connection, for the chip that says "Reconnecting" or "Offline".

import { LAYOUT } from '../feeds/frame.ts';
import type { LineStatus } from '../feeds/socket.ts';
import { LiveStore } from './store.ts';

export class StatusStore extends LiveStore {
  #status: LineStatus = 'idle';

  get status(): LineStatus {
    return this.#status;
  }

  set(status: LineStatus): void {
    if (status === this.#status) return;
    this.#status = status;
    this.touch(LAYOUT);
  }
}
