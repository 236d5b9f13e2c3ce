// What became of writes whose form is gone: asked for and said on whatever page the customer is at.
export { WriteHost } from './write-host.tsx';
