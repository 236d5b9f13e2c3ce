// Notices about the user's orders, positions and money, on every page.
export { NoticeHost } from './host.tsx';
