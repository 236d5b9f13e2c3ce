// Types between the API and the domains: handlers, refusals, keys.

export type { Guardian, SignedRequest } from './guardian.ts';
export type {
  CallContext,
  Exporters,
  Exporter,
  ExportersOf,
  ExportName,
  FileAnswer,
  Handler,
  Handlers,
  HandlersOf,
  OpenedOf,
  UploadedFile,
  UserContext,
} from './handler.ts';
export { derivedKey } from './derived-key.ts';
export { commandKey, type CommandKey, NO_KEY } from './key.ts';
export { asRefusalCode, Refusal, refuse, refuseField } from './refusal.ts';
