// The keyboard: commands, their handlers, and the help.
export { KeysButton } from './help.tsx';
export { Key } from './key.tsx';
export { bindings, commandOf, type Command, type Stroke } from './map.ts';
export { strokeOf, useCommands, type Handlers } from './use-commands.ts';
