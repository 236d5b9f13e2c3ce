// What stands between the edge and the domains: handlers, refusals, keys.

export type {
  CallContext,
  Exporters,
  ExportersOf,
  ExportName,
  Handler,
  Handlers,
  HandlersOf,
  UserContext,
} from './handler.ts';
export { commandKey, type CommandKey, NO_KEY } from './key.ts';
export { asRefusalCode, Refusal, refuse, refuseField } from './refusal.ts';
