// What web and desk share: theme, outputs, controls, fields, tables, overlays.
export * from './theme/index.ts';
export * from './locale/index.ts';
export * from './number/index.ts';
export * from './search/index.ts';
export * from './time/index.ts';
export * from './output/index.ts';
export * from './control/index.ts';
export * from './field/index.ts';
export * from './table/index.ts';
export * from './overlay/index.ts';
export * from './paper/index.ts';
export * from './price/index.ts';
export * from './state/index.ts';
export * from './practice/index.ts';
export * from './newer-build/index.ts';
export * from './person/index.ts';
export * from './write/index.ts';
