// The practice exchange's frame.
export { PracticeFrame, PracticeRibbon, ribbonActionClass, type PracticeRibbonProps } from './practice.tsx';
