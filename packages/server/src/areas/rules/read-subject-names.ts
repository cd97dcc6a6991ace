import type { ScopedDatabase } from '../../platform/database/gate.ts';
import type { Services } from '../../platform/services.ts';
import { readEntityFacts } from '../blocks/read-entity-facts.ts';
import { findLocationNames } from '../locations/find-location-names.ts';
import { findPacketNames } from '../packets/history/find-packet-names.ts';

/**
 * Names of the subjects of a tenant's matches, by id in lower case. The name comes from the block, the tenant, the
 * subscription or the location with the id; for an entity without a block, from its latest packet. An id without a name
 * is absent.
 */
export const readSubjectNames = async (
  { snapshot }: Pick<Services, 'snapshot'>,
  db: ScopedDatabase,
  tenantId: string,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const names = new Map<string, string>();
  const ids = [...new Set(subjectIds)];
  const unnamed = (): string[] => ids.filter((id) => !names.has(id));
  const { tenants, subscriptions } = await snapshot.current();
  const facts = await readEntityFacts(
    db,
    ids.map((entityId) => ({ tenantId, entityId })),
  );
  for (const id of ids) {
    const subscription = subscriptions.get(id);
    const name =
      facts.of(tenantId, id)?.name ??
      (id === tenantId ? tenants.get(id)?.name : undefined) ??
      (subscription?.tenantId === tenantId ? subscription.name : undefined);
    if (name !== undefined) names.set(id, name);
  }
  for (const find of [findPacketNames, findLocationNames])
    for (const [id, name] of await find(db, tenantId, unnamed())) names.set(id, name);
  return names;
};
