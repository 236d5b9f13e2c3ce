// The desk's keyboard as one table: keystroke → command. Pure; hooks and help read it.

/** The commands that keys can trigger. A page handles those it has. */
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

/** A keystroke from the browser, and whether it was in a field. */
export interface Stroke {
  readonly key: string;
  readonly ctrl: boolean;
  readonly meta: boolean;
  readonly alt: boolean;
  /** The keystroke was in a field, where letters are text. */
  readonly typing: boolean;
  /** An input method is composing and takes every keystroke. */
  readonly composing: boolean;
}

export interface Binding {
  readonly command: Command;
  /** As shown in the help: 'J', 'Ctrl Enter'. */
  readonly shown: readonly string[];
  readonly matches: (stroke: Stroke) => boolean;
  /** A single letter: off while typing, and off when single keys are switched off (WCAG 2.1.4). */
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

/** All keys of the desk, in the order of the help. */
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

/** The command of a keystroke; undefined for none. `singleKeys`: whether single letters are on. */
export function commandOf(stroke: Stroke, singleKeys: boolean): Command | undefined {
  if (stroke.composing) return undefined;
  const binding = bindings.find((one) => one.matches(stroke));
  if (!binding) return undefined;
  if (binding.single && (stroke.typing || !singleKeys)) return undefined;
  return binding.command;
}
