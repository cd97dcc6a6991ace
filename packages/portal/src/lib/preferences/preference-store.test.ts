import { describe, expect, test, vi } from 'vitest';
import { ApiProblem } from '../api/api-problem.ts';
import { createPreferenceStore, type PreferenceServer } from './preference-store.ts';

/** A `Storage` for Node: stored keys are own properties, as in a browser. */
const createStorage = (): Storage => {
  const storage: Record<string, unknown> = {};
  const methods: Record<string, unknown> = {
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, text: string) => {
      storage[key] = text;
    },
    removeItem: (key: string) => {
      delete storage[key];
    },
  };
  Object.setPrototypeOf(storage, methods);
  return storage as unknown as Storage;
};

/** An in-memory server with one person's preferences. */
const createServer = (kept: Record<string, unknown> = {}) => {
  const server = {
    read: vi.fn<PreferenceServer['read']>(() => Promise.resolve({ ...kept })),
    write: vi.fn<PreferenceServer['write']>((name, value) => {
      kept[name] = value;
      return Promise.resolve();
    }),
    remove: vi.fn<PreferenceServer['remove']>((name) => {
      delete kept[name];
      return Promise.resolve();
    }),
  };
  return { server, kept };
};

const open = (storage: Storage, server: PreferenceServer, person: string | undefined = 'ada') => {
  const onRefused = vi.fn<(problem: ApiProblem) => void>();
  return { onRefused, store: createPreferenceStore({ storage, server, person, onRefused, delayMilliseconds: 1 }) };
};

describe('the preferences of a person', () => {
  test('are available on the next page before any response', async () => {
    const [storage, { server }] = [createStorage(), createServer()];
    const { store } = open(storage, server);
    store.set('theme', 'dark');
    expect(open(storage, server).store.get('theme')).toBe('dark');
    await expect.poll(() => server.write).toHaveBeenCalledWith('theme', 'dark');
  });

  test('are written once for several changes (debounced)', async () => {
    const { server } = createServer();
    const { store } = open(createStorage(), server);
    for (const size of [10, 25, 50]) store.set('size', size);
    await store.flush();
    await store.flush();
    expect(server.write.mock.calls).toEqual([['size', 50]]);
  });

  test('are stored with the last value, even if an earlier request is slow', async () => {
    const { server, kept } = createServer();
    const first = Promise.withResolvers<void>();
    server.write.mockImplementationOnce(async (name, value) => {
      await first.promise;
      kept[name] = value;
    });
    const { store } = open(createStorage(), server);
    store.set('theme', 'dark');
    const slow = store.flush();
    for (const theme of ['light', 'dark', 'light']) store.set('theme', theme);
    const later = store.flush();
    first.resolve();
    await Promise.all([slow, later]);
    expect(server.write.mock.calls).toEqual([
      ['theme', 'dark'],
      ['theme', 'light'],
    ]);
    expect(kept).toEqual({ theme: 'light' });
  });

  test('are synchronized from the server, deletions included', async () => {
    const [storage, { server, kept }] = [createStorage(), createServer({ theme: 'dark', sidebar: 'icons' })];
    await open(storage, server).store.switchPerson('ada');
    delete kept['sidebar'];
    const { store } = open(storage, server);
    expect(store.get('sidebar')).toBe('icons');
    await store.switchPerson('ada');
    expect(store.get('theme')).toBe('dark');
    expect(store.get('sidebar')).toBeUndefined();
  });

  test('keep their object identity while unchanged', async () => {
    const [storage, { server }] = [createStorage(), createServer({ columns: { hidden: ['city'] } })];
    const { store } = open(storage, server);
    await store.switchPerson('ada');
    const columns = store.get('columns');
    await store.switchPerson('ada');
    expect(store.get('columns')).toBe(columns);
  });

  test('are not overwritten by a response that was in flight when they changed', async () => {
    const { server } = createServer();
    const answer = Promise.withResolvers<Record<string, unknown>>();
    server.read.mockReturnValue(answer.promise);
    const { store } = open(createStorage(), server);
    const following = store.switchPerson('ada');
    store.set('theme', 'dark');
    await store.flush();
    answer.resolve({ theme: 'light' });
    await following;
    expect(store.get('theme')).toBe('dark');
  });

  test('are retried after the server was unreachable', async () => {
    const [storage, { server, kept }] = [createStorage(), createServer()];
    server.write.mockRejectedValueOnce(new ApiProblem(0, {}));
    const { store, onRefused } = open(storage, server);
    store.set('theme', 'dark');
    await store.flush();
    expect(kept).toEqual({});
    await open(storage, server).store.switchPerson('ada');
    expect(kept).toEqual({ theme: 'dark' });
    expect(onRefused).not.toHaveBeenCalled();
  });

  test('stay in this browser when the server rejects them', async () => {
    const { server } = createServer();
    const refusal = new ApiProblem(409, { detail: 'Too many.' });
    server.write.mockRejectedValue(refusal);
    const { store, onRefused } = open(createStorage(), server);
    store.set('theme', 'dark');
    await store.flush();
    await store.flush();
    expect(onRefused.mock.calls).toEqual([[refusal]]);
    expect(store.get('theme')).toBe('dark');
  });

  test('are deleted by setting undefined', async () => {
    const { server, kept } = createServer({ theme: 'dark' });
    const { store } = open(createStorage(), server);
    await store.switchPerson('ada');
    store.set('theme', undefined);
    expect(store.get('theme')).toBeUndefined();
    await store.flush();
    expect(kept).toEqual({});
  });
});

describe('after another person signs in', () => {
  test('no preference of the previous person remains', async () => {
    const storage = createStorage();
    storage.setItem('cfs-portal.other', 'stays');
    const { server, kept } = createServer();
    const { store } = open(storage, server);
    store.set('theme', 'dark');
    await store.flush();
    await store.switchPerson(undefined);
    expect(store.get('theme')).toBeUndefined();
    expect(Object.keys(storage)).toEqual(['cfs-portal.other']);
    delete kept['theme'];
    await store.switchPerson('bob');
    expect(store.get('theme')).toBeUndefined();
  });

  test('a similar subject does not get the preferences of the previous person', () => {
    const [storage, { server }] = [createStorage(), createServer()];
    open(storage, server, 'ada').store.set('theme', 'dark');
    for (const person of ['ad', 'ada/theme', 'ada/', ''])
      expect(open(storage, server, person).store.get('theme')).toBeUndefined();
  });

  test('a response for the previous person is discarded', async () => {
    const { server } = createServer();
    const answer = Promise.withResolvers<Record<string, unknown>>();
    server.read.mockReturnValueOnce(answer.promise);
    const { store } = open(createStorage(), server);
    const following = store.switchPerson('ada');
    await store.switchPerson('bob');
    answer.resolve({ theme: 'dark' });
    await following;
    expect(store.get('theme')).toBeUndefined();
  });
});

describe('a change in another tab', () => {
  test('applies at once', () => {
    const { store } = open(createStorage(), createServer().server);
    const listener = vi.fn<() => void>();
    store.subscribe(listener);
    store.applyStorageEvent('cfs-portal.preference/ada/theme', '{"value":"dark"}');
    expect(store.get('theme')).toBe('dark');
    store.applyStorageEvent('cfs-portal.preference/ada/theme', null);
    expect(store.get('theme')).toBeUndefined();
    expect(listener).toHaveBeenCalledTimes(2);
    store.applyStorageEvent('cfs-portal.preference/bob/theme', '{"value":"dark"}');
    store.applyStorageEvent('cfs-portal.preference/ada/__proto__', '{"value":"dark"}');
    expect(listener).toHaveBeenCalledTimes(2);
  });

  test('that cannot be parsed is ignored', () => {
    const storage = createStorage();
    storage.setItem('cfs-portal.preference/ada/theme', '{');
    storage.setItem('cfs-portal.preference/ada/size', '7');
    const { store } = open(storage, createServer().server);
    expect(store.get('theme')).toBeUndefined();
    expect(store.get('size')).toBeUndefined();
  });
});
