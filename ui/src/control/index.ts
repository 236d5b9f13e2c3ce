// Buttons, tabs and other controls that the user presses.
export {
  Button,
  IconButton,
  buttonClass,
  iconButtonClass,
  type ButtonLook,
  type ButtonProps,
  type ButtonSize,
  type ButtonTone,
  type IconButtonProps,
} from './button.tsx';
export { Segmented, Tabs, tabId, type Choice } from './choice.tsx';
export { useCurrentInView } from './current-in-view.ts';
export { WhyLine, type WhyLineProps } from './why-line.tsx';
