// The guide: first steps that are ticked off by what happened, and a tour of the trading page.
export { GuideHost } from './host.tsx';
export { openGuide } from './open.ts';
export { StepsPane } from './steps-pane.tsx';
