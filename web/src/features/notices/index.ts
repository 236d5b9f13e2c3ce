// What happened to the signed-in customer's orders, positions and money, told on every page.
export { NoticeHost } from './host.tsx';
