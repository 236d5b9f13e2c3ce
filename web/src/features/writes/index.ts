// Outcomes of writes whose form has closed: queried and shown on any page.
export { WriteHost } from './write-host.tsx';
