// Face of networks: which coins come and go where, and on which terms.

export { createNetworks, type NetworkOptions } from './networks.ts';
