// The live feeds: channels, client messages, server frames, topics.

export * from './channel.ts';
export * from './frame.ts';
