// The feeds' hub of commit 7b197a0 (issue 15 B), kept for the bench: it offers each batch to every stream, and encodes
// and writes each frame per reader.

interface Stream {
  take(change: unknown): boolean;
  flush(): string | undefined;
}

interface Reader {
  send(frame: string): void;
}

/** Streams and their readers. */
export class HubBefore {
  readonly #followed = new Map<string, { readonly topic: Stream; readonly readers: Reader[] }>();

  follow(key: string, make: () => Stream, reader: Reader): void {
    const one = this.#followed.get(key) ?? { topic: make(), readers: [] };
    one.readers.push(reader);
    this.#followed.set(key, one);
  }

  take(change: unknown): void {
    for (const { topic, readers } of this.#followed.values()) {
      if (!topic.take(change)) continue;
      const text = topic.flush();
      if (text !== undefined) for (const reader of readers) reader.send(text);
    }
  }
}
