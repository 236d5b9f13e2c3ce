// The browser's storage under our prefix.
import { pageStorage } from '@vitrine/ui';

export const storagePrefix = 'vitrine:';

export const { readTab, writeTab, readStored, writeStored, clearStored, keepsStored } = pageStorage(storagePrefix);
