// The people of the desk.
export { PeoplePage } from './page.tsx';
