// Viewing pictures from users.
export { LoggedPicture, useForgetting } from './logged.tsx';
export { mostZoom, panOf, panStep, stepView, transformOf, wholeView, type View, type ViewStep } from './view.ts';
