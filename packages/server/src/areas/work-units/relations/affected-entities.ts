import { sql, type RawBuilder } from 'kysely';

/**
 * The entities that names referred to when they were written: by name in lower case, the kind and id of the one entity
 * of the tenant that had this name, as `Entity 4f1c…` for a device or block, `Location …` or `Subscription …`. A name
 * that none or several had is absent.
 */
export type AffectedEntities = Readonly<Record<string, string>>;

/** Builds the SQL for the entities that a text names in a tenant; names in `before` keep the entity that they had. */
export const affectedEntities = (
  tenantId: string,
  resources: string | null | undefined,
  before: AffectedEntities | null,
): RawBuilder<AffectedEntities | null> =>
  sql`cfs.affected_entities(${tenantId}::uuid, ${resources ?? null}::text, ${before && JSON.stringify(before)}::jsonb)`;
