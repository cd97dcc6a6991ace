import { describe, expect, test, vi } from 'vitest';
import { ApiProblem } from './api/api-problem.ts';
import { createPreferenceStore, type PreferenceServer } from './preference-store.ts';

/** The browser's store, as Node has none: what is kept is its own property, as there. */
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

/** A server that keeps one person's choices. */
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
  return { onRefused, store: createPreferenceStore({ storage, server, person, onRefused, delay: 1 }) };
};

describe('the preferences of a person', () => {
  test('show at once on the next page, before any answer', async () => {
    const [storage, { server }] = [createStorage(), createServer()];
    const { store } = open(storage, server);
    store.set('theme', 'dark');
    expect(open(storage, server).store.get('theme')).toBe('dark');
    await expect.poll(() => server.write).toHaveBeenCalledWith('theme', 'dark');
  });

  test('go to the server once for several changes', async () => {
    const { server } = createServer();
    const { store } = open(createStorage(), server);
    for (const size of [10, 25, 50]) store.set('size', size);
    await store.flush();
    await store.flush();
    expect(server.write.mock.calls).toEqual([['size', 50]]);
  });

  test('come from the server, and go when they went there', async () => {
    const [storage, { server, kept }] = [createStorage(), createServer({ theme: 'dark', sidebar: 'icons' })];
    await open(storage, server).store.follow('ada');
    delete kept['sidebar'];
    const { store } = open(storage, server);
    expect(store.get('sidebar')).toBe('icons');
    await store.follow('ada');
    expect(store.get('theme')).toBe('dark');
    expect(store.get('sidebar')).toBeUndefined();
  });

  test('keep their identity as long as they stay the same', async () => {
    const [storage, { server }] = [createStorage(), createServer({ columns: { hidden: ['city'] } })];
    const { store } = open(storage, server);
    await store.follow('ada');
    const columns = store.get('columns');
    await store.follow('ada');
    expect(store.get('columns')).toBe(columns);
  });

  test('hold against an answer that was under way when they changed', async () => {
    const { server } = createServer();
    const answer = Promise.withResolvers<Record<string, unknown>>();
    server.read.mockReturnValue(answer.promise);
    const { store } = open(createStorage(), server);
    const following = store.follow('ada');
    store.set('theme', 'dark');
    await store.flush();
    answer.resolve({ theme: 'light' });
    await following;
    expect(store.get('theme')).toBe('dark');
  });

  test('wait for a server that cannot be reached', async () => {
    const [storage, { server, kept }] = [createStorage(), createServer()];
    server.write.mockRejectedValueOnce(new ApiProblem(0, {}));
    const { store, onRefused } = open(storage, server);
    store.set('theme', 'dark');
    await store.flush();
    expect(kept).toEqual({});
    await open(storage, server).store.follow('ada');
    expect(kept).toEqual({ theme: 'dark' });
    expect(onRefused).not.toHaveBeenCalled();
  });

  test('stay in this browser when the server refuses them', async () => {
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

  test('are forgotten by undefined', async () => {
    const { server, kept } = createServer({ theme: 'dark' });
    const { store } = open(createStorage(), server);
    await store.follow('ada');
    store.set('theme', undefined);
    expect(store.get('theme')).toBeUndefined();
    await store.flush();
    expect(kept).toEqual({});
  });
});

describe('another person', () => {
  test('finds nothing of the one before', async () => {
    const storage = createStorage();
    storage.setItem('cfs-portal.other', 'stays');
    const { server, kept } = createServer();
    const { store } = open(storage, server);
    store.set('theme', 'dark');
    await store.flush();
    await store.follow(undefined);
    expect(store.get('theme')).toBeUndefined();
    expect(Object.keys(storage)).toEqual(['cfs-portal.other']);
    delete kept['theme'];
    await store.follow('bob');
    expect(store.get('theme')).toBeUndefined();
  });

  test('is not mistaken for one with a similar name', () => {
    const [storage, { server }] = [createStorage(), createServer()];
    open(storage, server, 'ada').store.set('theme', 'dark');
    for (const person of ['ad', 'ada/theme', 'ada/', ''])
      expect(open(storage, server, person).store.get('theme')).toBeUndefined();
  });

  test('meets no answer that was meant for the one before', async () => {
    const { server } = createServer();
    const answer = Promise.withResolvers<Record<string, unknown>>();
    server.read.mockReturnValueOnce(answer.promise);
    const { store } = open(createStorage(), server);
    const following = store.follow('ada');
    await store.follow('bob');
    answer.resolve({ theme: 'dark' });
    await following;
    expect(store.get('theme')).toBeUndefined();
  });
});

describe('another tab', () => {
  test('is followed at once', () => {
    const { store } = open(createStorage(), createServer().server);
    const listener = vi.fn<() => void>();
    store.subscribe(listener);
    store.adopt('cfs-portal.preference/ada/theme', '{"value":"dark"}');
    expect(store.get('theme')).toBe('dark');
    store.adopt('cfs-portal.preference/ada/theme', null);
    expect(store.get('theme')).toBeUndefined();
    expect(listener).toHaveBeenCalledTimes(2);
    store.adopt('cfs-portal.preference/bob/theme', '{"value":"dark"}');
    store.adopt('cfs-portal.preference/ada/__proto__', '{"value":"dark"}');
    expect(listener).toHaveBeenCalledTimes(2);
  });

  test('that wrote nonsense changes nothing', () => {
    const storage = createStorage();
    storage.setItem('cfs-portal.preference/ada/theme', '{');
    storage.setItem('cfs-portal.preference/ada/size', '7');
    const { store } = open(storage, createServer().server);
    expect(store.get('theme')).toBeUndefined();
    expect(store.get('size')).toBeUndefined();
  });
});
