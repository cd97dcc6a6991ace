import { sql } from 'kysely';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { recordSet } from '../../../platform/database/record-set.ts';

/** Maximum milliseconds of a wait for packets in a spool. */
export const longestSpoolWait = 10 * 60_000;

/** Due work that may have to wait for packets in a spool. */
export interface AskedSpool {
  /** A device, or an entity that sends through it. */
  readonly entityId: string;
  /** When the work was due. */
  readonly due: Date;
  /** The time up to which packets are waited for. */
  readonly until: Date;
}

/**
 * Returns until when, in milliseconds since 1970, to wait for packets in the spools of the devices of entities, by
 * entity. Entities without such packets are omitted. The wait ends ten minutes after `due` or after the device's first
 * report since then, whichever is later. If the device was offline for longer, for example during an outage of the
 * server, this is the report with which it returned.
 */
export const findSpoolWaits = async (
  db: ScopedDatabase,
  tenantId: string,
  asked: readonly AskedSpool[],
): Promise<ReadonlyMap<string, number>> => {
  if (asked.length === 0) return new Map();
  const rows = await db.guarded(sql<{ readonly entityId: string; readonly begun: Date }>`
    select asked."entityId", greatest(asked.due, case
      when coalesce(spool.away_since, '-infinity') <= asked.due then coalesce(spool.returned, spool.seen)
    end) as begun
    from ${recordSet('asked', { entityId: 'uuid', due: 'timestamptz', until: 'timestamptz' }, asked)}
    left join packets_latest latest on latest.tenant_id = ${tenantId} and latest.entity_id = asked."entityId"
    join agent_spools spool on spool.tenant_id = ${tenantId}
      and spool.device_id = coalesce(latest.device_id, asked."entityId") and spool.oldest_unsent <= asked.until`);
  return new Map(rows.map(({ entityId, begun }) => [entityId, begun.getTime() + longestSpoolWait]));
};
