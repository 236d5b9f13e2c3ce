// The ribbon and frame of the practice exchange.
export { PracticeFrame, PracticeRibbon, ribbonActionClass, type PracticeRibbonProps } from './practice.tsx';
