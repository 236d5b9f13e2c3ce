// Staff of the desk.
export { PeoplePage } from './page.tsx';
