import { sql, type RawBuilder } from 'kysely';

/**
 * What names meant when they were written: by name, in small letters, kind and id of the one entity of the tenant that
 * bore it, as `Entity 4f1c…` for a device or block, `Location …` or `Subscription …`. A name of none or several is absent.
 */
export type AffectedEntities = Readonly<Record<string, string>>;

/** The entities that a text names in a tenant; a name that was there `before` means what it meant then. */
export const affectedEntities = (
  tenantId: string,
  resources: string | null | undefined,
  before: AffectedEntities | null,
): RawBuilder<AffectedEntities | null> =>
  sql`cfs.affected_entities(${tenantId}::uuid, ${resources ?? null}::text, ${before && JSON.stringify(before)}::jsonb)`;
