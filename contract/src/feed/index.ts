// The live feeds: channels, client messages, server frames, the book's checksum, topics.

export * from './channel.ts';
export * from './checksum.ts';
export * from './frame.ts';
