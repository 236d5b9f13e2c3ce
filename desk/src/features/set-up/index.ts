// Setting up people of the desk.
export { SetUpPage } from './page.tsx';
