// Home.
export { HomePage } from './home.tsx';
