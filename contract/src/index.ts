// The public API contract: every call, feed frame, dictionary and code, path by path.

export * from './call/index.ts';
export * from './code.ts';
export * from './desk/index.ts';
export * from './enumeration.ts';
export * from './envelope.ts';
export * from './feed/index.ts';
export * from './key.ts';
export * from './message/index.ts';
export * from './openapi.ts';
export * from './page-fault.ts';
export * from './paging.ts';
export * from './password.ts';
export * from './proof-of-work.ts';
export * from './shape/index.ts';
export * from './sha256.ts';
export * from './text.ts';
