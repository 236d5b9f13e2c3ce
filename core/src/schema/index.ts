// Exports of the schema: commands, events, fields, the codec, refusals, answers.

export { type Answer, answers } from './answer.ts';
export {
  checkRecord,
  decodeCommand,
  decodeCommands,
  decodeEvents,
  encodeCommand,
  encodeEvent,
  fieldsOf,
  HEAD,
  isCommandKind,
  KINDS,
  nameOf,
  offsetOf,
  packWords,
  unpackWords,
} from './codec.ts';
export {
  type Command,
  type CommandName,
  type CommandOf,
  commands,
  type CommandShape,
  MAX_INSTRUMENTS,
  MAX_QUOTE_LEVELS,
  MAX_SESSIONS,
  MAX_SOURCE_QUOTES,
  type Sender,
} from './command.ts';
export { MAX_CLOSE_MANY, MAX_CONTRACT_TIERS } from './contract.ts';
export { MAX_PROPOSED_WORDS } from './desk.ts';
export { type EventName, type EventOf, events, type EventShape, type ExchangeEvent } from './event.ts';
export {
  type EventFields,
  type EventHead,
  type EventLayout,
  eventPlans,
  layoutOf,
  type RowLayout,
  rowsOf,
} from './layout.ts';
export {
  type Fields,
  type List,
  MAX_ORDER_ATOMS,
  MAX_TICKS,
  MAX_WORD,
  type Row,
  type Scalar,
  type Unit,
  type Units,
} from './field.ts';
export { MAX_PRINCIPAL } from './earn.ts';
export { DONE, type RejectCode, rejectKey, type RejectKey, rejects } from './reject.ts';
export { MAX_PERIODS, MAX_SECOND_STAKE } from './second.ts';
