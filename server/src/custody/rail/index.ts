// The chains, behind one face.

export * from './face.ts';
