import type { BlockHistory } from '@cfs/contracts/blocks';
import type { PacketChart, PacketChartQuery } from '@cfs/contracts/packet-charts';
import type { Context } from '../../platform/context.ts';
import type { ScopeRequest, ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { readPacketChart } from '../packets/charts/read-packet-chart.ts';
import { readEntityLogs } from '../packets/entity-logs.ts';
import { packetReaders } from '../packets/packet-entity.ts';
import { findPacketTenant, readPacketHistory } from '../packets/history/packet-history.ts';

type Needs = Pick<Services, 'gate'>;

/** Includes shared rows, because the progress of the hourly roll-up is a row that all tenants share. */
const withProgress: ScopeRequest = { permission: packetReaders, shared: true };

/** Returns the tenant of a block, or of another entity that has packets. Throws 404 if neither exists in the scope. */
const expectEntity = async (db: ScopedDatabase, context: Context, entityId: string) => {
  const found = await db
    .selectFrom('blocks')
    .select('tenant_id')
    .where('block_id', '=', entityId)
    .where(inScope(context, packetReaders, 'blocks.tenant_id'))
    .orderBy((eb) => eb('tenant_id', '=', context.tenantId), 'desc')
    .limit(1)
    .executeTakeFirst();
  const tenantId = found?.tenant_id ?? (await findPacketTenant(db, context, entityId));
  if (tenantId === undefined) throw notFound('Block');
  return { tenantId, entityId };
};

/** @throws 404 for an entity outside of the caller's scope. */
export const readBlockHistory = (
  { gate }: Needs,
  context: Context,
  entityId: string,
  page: { readonly pageNumber: number; readonly rowCount: number },
): Promise<BlockHistory> =>
  gate.read(context, withProgress, async (db) =>
    readPacketHistory(db, context, await expectEntity(db, context, entityId), page),
  );

/** @throws 404 for an entity outside of the caller's scope. */
export const readBlockChart = (
  { gate, configuration }: Pick<Services, 'gate' | 'configuration'>,
  context: Context,
  entityId: string,
  { from, to, points }: PacketChartQuery,
): Promise<PacketChart> =>
  gate.read(context, withProgress, async (db) =>
    readPacketChart(db, context, await expectEntity(db, context, entityId), {
      from: Date.parse(from),
      to: Date.parse(to),
      points,
      retentionDays: configuration.packetRetentionDays,
    }),
  );

/** @throws 404 for an entity outside of the caller's scope. */
export const readBlockLogs = ({ gate }: Needs, context: Context, entityId: string) =>
  gate.read(context, packetReaders, async (db) =>
    readEntityLogs(db, context, packetReaders, await expectEntity(db, context, entityId)),
  );
