import { blockTypes } from '@cfs/contracts/block-enumerations';
import { metricSourceStatuses } from '@cfs/contracts/metric-source-enumerations';
import type { MetricSource, MetricSourceAcceptance, MetricSourceAssignment } from '@cfs/contracts/metric-sources';
import { nameOf } from '@cfs/contracts/name-of';
import type { Change } from '../../platform/audit/change.ts';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { conflict, forbidden, invalid } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { insertBlock } from '../blocks/insert-block.ts';
import { findBlockType } from '../blocks/find-block-type.ts';
import { expectSubscription } from '../subscriptions/expect-subscription.ts';
import { expectMetricSource } from './expect-metric-source.ts';
import type { MetricSourceTable } from './metric-source-table.ts';
import { toMetricSource } from './metric-source-wire.ts';

type Needs = Pick<Services, 'gate' | 'snapshot'>;
type Decision = Pick<MetricSourceTable, 'status' | 'entity_id' | 'value_field'>;
type Row = Awaited<ReturnType<typeof expectMetricSource>>;

/** The decision about a source, for the audit record. */
const decisionOf = (row: Decision) => ({
  status: nameOf(metricSourceStatuses, row.status),
  entityId: row.entity_id,
  valueField: row.value_field,
});

const writeDecision = async (
  db: ScopedDatabase,
  change: Change,
  row: Row,
  decision: Decision,
): Promise<MetricSource> => {
  const changed = await db
    .updateTable('metric_sources')
    .set(decision)
    .where('tenant_id', '=', row.tenant_id)
    .where('metric_source_id', '=', row.metric_source_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await change.record({
    entity: 'MetricSource',
    id: row.metric_source_id,
    before: { name: row.name, ...decisionOf(row) },
    after: { name: row.name, ...decisionOf(decision) },
  });
  return toMetricSource(changed);
};

/** @throws 400 for a block that the tenant does not have or the heartbeat of a device. */
const expectFillable = async (db: ScopedDatabase, context: Context, blockId: string): Promise<void> => {
  const type = await findBlockType(db, context, 'MetricSources:edit', blockId);
  if (type === undefined) throw invalid({ blockId: ['The block was not found.'] });
  if (type === blockTypes.deviceHeartbeat) {
    throw invalid({ blockId: ['The heartbeat of a device accepts packets only from its agent.'] });
  }
};

const acceptAs = (
  db: ScopedDatabase,
  change: Change,
  row: Row,
  { blockId, valueField }: MetricSourceAssignment,
): Promise<MetricSource> =>
  writeDecision(db, change, row, {
    status: metricSourceStatuses.Accepted,
    entity_id: blockId,
    value_field: valueField || null,
  });

const expectUndecided = ({ status }: Row): void => {
  if (status === metricSourceStatuses.Accepted) throw conflict('The source is already accepted.');
};

/**
 * Accepts a waiting or ignored source of the request's tenant as a new block: metrics that it sends from now on are
 * stored as packets of the block.
 *
 * @throws 400 for an invalid subscription or parent, 403 without the permission to create blocks, 404 for a source that
 *   the tenant does not have, 409 if the source is already accepted or the block id is taken.
 */
export const acceptMetricSource = async (
  { gate, snapshot }: Needs,
  context: Context,
  metricSourceId: string,
  { valueField, ...block }: MetricSourceAcceptance,
): Promise<MetricSource> => {
  if (!context.can('Blocks:create')) throw forbidden();
  await expectSubscription({ snapshot }, context.tenantId, block.subscriptionId);
  return gate.write(context, 'MetricSources:edit', async (db, change) => {
    const row = await expectMetricSource(db, context, metricSourceId);
    expectUndecided(row);
    await insertBlock(db, change, block);
    return acceptAs(db, change, row, { blockId: block.blockId, valueField });
  });
};

/**
 * Accepts a waiting or ignored source of the request's tenant as an existing block of the tenant.
 *
 * @throws 400 for a block that the tenant does not have or the heartbeat of a device, 404 for a source that the tenant
 *   does not have, 409 if the source is already accepted.
 */
export const assignMetricSource = (
  { gate }: Pick<Needs, 'gate'>,
  context: Context,
  metricSourceId: string,
  assignment: MetricSourceAssignment,
): Promise<MetricSource> =>
  gate.write(context, 'MetricSources:edit', async (db, change) => {
    const row = await expectMetricSource(db, context, metricSourceId);
    expectUndecided(row);
    await expectFillable(db, context, assignment.blockId);
    return acceptAs(db, change, row, assignment);
  });

/**
 * Ignores a source of the request's tenant: metrics that it sends from now on are not stored. Stored packets stay.
 *
 * @throws 404 for a source that the tenant does not have, 409 if it is already ignored.
 */
export const ignoreMetricSource = (
  { gate }: Pick<Needs, 'gate'>,
  context: Context,
  metricSourceId: string,
): Promise<MetricSource> =>
  gate.write(context, 'MetricSources:edit', async (db, change) => {
    const row = await expectMetricSource(db, context, metricSourceId);
    if (row.status === metricSourceStatuses.Ignored) throw conflict('The source is already ignored.');
    return writeDecision(db, change, row, {
      status: metricSourceStatuses.Ignored,
      entity_id: null,
      value_field: null,
    });
  });

/**
 * Deletes a source with the decision about it. It is listed as waiting again when it sends metrics. Its block and
 * packets stay.
 *
 * @throws 404 for a source that the request's tenant does not have.
 */
export const removeMetricSource = (
  { gate }: Pick<Needs, 'gate'>,
  context: Context,
  metricSourceId: string,
): Promise<void> =>
  gate.write(context, 'MetricSources:edit', async (db, change) => {
    const row = await expectMetricSource(db, context, metricSourceId);
    await db
      .deleteFrom('metric_sources')
      .where('tenant_id', '=', row.tenant_id)
      .where('metric_source_id', '=', metricSourceId)
      .execute();
    await change.record({
      entity: 'MetricSource',
      id: metricSourceId,
      before: { name: row.name, identity: row.identity, ...decisionOf(row) },
    });
  });
