// What web and desk share: theme, outputs, controls, fields, tables, overlays.
export * from './theme/index.ts';
export * from './locale/index.ts';
export * from './number/index.ts';
export * from './time/index.ts';
export * from './output/index.ts';
