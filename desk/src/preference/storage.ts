// The browser's storage under the desk's prefix.
import { pageStorage } from '@vitrine/ui';

export const storagePrefix = 'vitrine-desk:';

export const { readTab, writeTab, readStored, writeStored } = pageStorage(storagePrefix);
