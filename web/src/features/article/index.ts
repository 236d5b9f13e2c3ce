// The help centre: topics as a tree, articles, announcements, the white paper, search.
export { HelpPages } from './pages.tsx';
