import type { Home } from '@cfs/contracts/home';
import type { Permission } from '@cfs/contracts/permissions';
import type { Context } from '../../platform/context.ts';

/**
 * Maximum age of a cached result. With the portal's interval of 20 seconds and the time that a read takes, a figure is
 * at most 30 seconds old.
 */
const maxAgeMilliseconds = 8_000;
const maxEntries = 500;

interface Entry {
  readonly readAt: number;
  readonly home: Promise<Home>;
}

const scopesOf = (context: Context, permissions: readonly Permission[]): string =>
  permissions
    .map((permission) => {
      const scope = context.scopeOf(permission);
      return scope.kind === 'all' ? '*' : scope.tenantIds.toSorted().join(' ');
    })
    .join('|');

/**
 * Caches the results of `read` for callers with the same view: the same tenant and subscription, and the same scope of
 * each permission. Concurrent calls share one read; a failed read is not cached.
 */
export const createHomeCache = (
  permissions: readonly Permission[],
  read: (context: Context, timeZone: string) => Promise<Home>,
): ((context: Context, timeZone: string) => Promise<Home>) => {
  const entries = new Map<string, Entry>();
  return (context, timeZone) => {
    const now = context.clock.now().getTime();
    const { tenantId, subscriptionId = '' } = context;
    const can = permissions.map((permission) => Number(context.can(permission))).join('');
    const key = [tenantId, subscriptionId, timeZone, can, scopesOf(context, permissions)].join('\n');
    const known = entries.get(key);
    if (known && now >= known.readAt && now - known.readAt < maxAgeMilliseconds) return known.home;
    const home = read(context, timeZone);
    entries.delete(key);
    entries.set(key, { readAt: now, home });
    home.catch(() => {
      if (entries.get(key)?.home === home) entries.delete(key);
    });
    if (entries.size > maxEntries) entries.delete(entries.keys().next().value ?? '');
    return home;
  };
};
