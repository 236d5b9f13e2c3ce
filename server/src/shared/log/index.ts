// Public interface of the log.

export { openLog } from './log.ts';
export { logSerializers } from './serializers.ts';
