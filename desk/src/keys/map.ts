// The keyboard of the desk as one table: which stroke asks for which command. Pure; hooks and help read it.

/** What can be asked for by a key. A page answers those it has. */
export type Command =
  | 'next'
  | 'previous'
  | 'approve'
  | 'refuse'
  | 'unmask'
  | 'send'
  | 'cancel'
  | 'search'
  | 'picture'
  | 'zoomIn'
  | 'zoomOut'
  | 'rotate'
  | 'rotateBack'
  | 'resetView'
  | 'help';

/** One stroke as the browser told it, and whether it fell into a field. */
export interface Stroke {
  readonly key: string;
  readonly ctrl: boolean;
  readonly meta: boolean;
  readonly alt: boolean;
  /** The stroke fell into a field, where letters are text. */
  readonly typing: boolean;
  /** An input method is composing: every stroke is its. */
  readonly composing: boolean;
}

export interface Binding {
  readonly command: Command;
  /** As shown in the help: 'J', 'Ctrl Enter'. */
  readonly shown: readonly string[];
  readonly matches: (stroke: Stroke) => boolean;
  /** A letter alone: off while typing, and off when single keys are switched off (WCAG 2.1.4). */
  readonly single: boolean;
}

function letter(command: Command, ...keys: readonly string[]): Binding {
  return {
    command,
    shown: keys.map((key) => key.toUpperCase()),
    single: true,
    matches: (stroke) => !stroke.ctrl && !stroke.meta && !stroke.alt && keys.includes(stroke.key.toLowerCase()),
  };
}

/** Every key of the desk, in the order the help shows them. */
export const bindings: readonly Binding[] = [
  letter('next', 'j'),
  letter('previous', 'k'),
  letter('approve', 'a'),
  letter('refuse', 'r'),
  {
    command: 'send',
    shown: ['Ctrl', 'Enter'],
    single: false,
    matches: (stroke) => stroke.key === 'Enter' && (stroke.ctrl || stroke.meta) && !stroke.alt,
  },
  { command: 'cancel', shown: ['Esc'], single: false, matches: (stroke) => stroke.key === 'Escape' },
  letter('unmask', 'u'),
  letter('picture', '1', '2', '3'),
  letter('zoomIn', '+', '='),
  letter('zoomOut', '-'),
  letter('rotate', ']'),
  letter('rotateBack', '['),
  letter('resetView', '0'),
  letter('search', '/'),
  letter('help', '?'),
];

/** The command a stroke asks for; undefined when it asks for none. `singleKeys`: whether letters alone act. */
export function commandOf(stroke: Stroke, singleKeys: boolean): Command | undefined {
  if (stroke.composing) return undefined;
  const binding = bindings.find((one) => one.matches(stroke));
  if (!binding) return undefined;
  if (binding.single && (stroke.typing || !singleKeys)) return undefined;
  return binding.command;
}
