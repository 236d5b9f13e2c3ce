// Public interface of networks: which coins can be deposited and withdrawn where, and on which terms.

export { createNetworks, type NetworkOptions } from './networks.ts';
