import type { Permission } from '@cfs/contracts/permissions';
import type { Context } from '../../../platform/context.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { packetMessage, packetValue, seriesOf } from './stored-content.ts';

/** The newest packets of an entity with their messages, older than a time, newest first. */
export const readPacketMessages = async (
  db: ScopedDatabase,
  context: Context,
  permission: Permission,
  asked: {
    readonly tenantId: string;
    readonly entityId: string;
    readonly before: Date | undefined;
    readonly limit: number;
  },
) => {
  return db
    .selectFrom('packet_history')
    .select(['timestamp', packetValue('packet_history').as('value'), packetMessage('packet_history').as('message')])
    .where('series', '=', seriesOf(asked.tenantId, asked.entityId))
    .where(inScope(context, permission, 'packet_history.tenant_id'))
    .$if(asked.before !== undefined, (query) => query.where('timestamp', '<', asked.before ?? new Date(0)))
    .orderBy('timestamp', 'desc')
    .limit(asked.limit)
    .execute();
};
