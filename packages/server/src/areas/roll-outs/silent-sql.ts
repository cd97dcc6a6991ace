import { silentAfterSql } from '@cfs/contracts/device-enumerations';
import { sql, type RawBuilder } from 'kysely';

/**
 * SQL for whether a device that should send heartbeats has stopped, over the aliases `device` and `latest` (its latest
 * packet).
 */
export const silentSql = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(device.enabled and device.heartbeat_interval > 0 and coalesce(latest."timestamp", device.created)
    < ${now}::timestamptz - make_interval(secs => ${sql.raw(silentAfterSql('device.heartbeat_interval'))}))`;
