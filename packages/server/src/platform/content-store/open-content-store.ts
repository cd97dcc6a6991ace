import type { Configuration } from '../configuration.ts';
import type { ContentStore } from './content-store.ts';
import { createDirectoryStore } from './directory-store.ts';
import { createS3Store } from './s3-store.ts';

/** The content store that the settings name. Nothing is read or written before it is used. */
export const openContentStore = ({ contentStore }: Pick<Configuration, 'contentStore'>): ContentStore => {
  if (contentStore.kind === 'directory') return createDirectoryStore(contentStore.path);
  let opened: Promise<ContentStore> | undefined;
  const store = (): Promise<ContentStore> => (opened ??= createS3Store(contentStore));
  return {
    put: async (content) => (await store()).put(content),
    read: async (key, range) => (await store()).read(key, range),
    remove: async (key) => (await store()).remove(key),
  };
};
