// The chains, behind one face.

export * from './face.ts';
export * from './source.ts';
