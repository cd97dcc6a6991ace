import { randomUUID } from 'node:crypto';
import { communicationActivityTypes, communicationPartsLimit } from '@cfs/contracts/communication-enumerations';
import type {
  CommunicationActivity,
  CommunicationActivityCreate,
  CommunicationActivityUpdate,
} from '@cfs/contracts/communications';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { expectModified } from '../../../platform/modified.ts';
import { conflict, notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import type { CommunicationActivityTable } from '../communication-tables.ts';
import { lockCommunication } from '../lock-communication.ts';
import { queuePublication } from '../subscribers/queue-publication.ts';
import { toCommunicationActivity } from './communication-activity-entity.ts';

type Needs = Pick<Services, 'gate' | 'work'>;

const entity = 'WorkUnitCommunicationActivity';

/**
 * Whether a body marks its step as complete, by `isComplete` or else by `activityType`; `undefined` if it has neither.
 */
const completeness = ({
  isComplete,
  activityType,
}: {
  readonly isComplete?: boolean | undefined;
  readonly activityType?: string | undefined;
}): boolean | undefined =>
  isComplete ?? (activityType === undefined ? undefined : activityType === 'ResolutionActivity');

/** The columns that depend on whether and when a step was completed. */
const completionOf = (isComplete: boolean, completed: Date | string | null | undefined, now: Date) => ({
  is_complete: isComplete,
  activity_type: isComplete ? communicationActivityTypes.ResolutionActivity : communicationActivityTypes.TaskActivity,
  completed: isComplete ? new Date(completed ?? now) : null,
});

/** Selects the activity for update; throws 404 for one that does not exist or that the caller may not edit. */
const lockActivity = async (
  db: ScopedDatabase,
  context: Context,
  activityId: string,
): Promise<CommunicationActivityTable> => {
  const row = await db
    .selectFrom('work_unit_communication_activities')
    .selectAll()
    .where('work_unit_communication_activity_id', '=', activityId)
    .where(inScope(context, 'WorkUnitCommunications:edit', 'work_unit_communication_activities.tenant_id'))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound(entity);
  return row;
};

const countActivities = async (db: ScopedDatabase, tenantId: string, communicationId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('work_unit_communication_activities')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('work_unit_communication_id', '=', communicationId)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/**
 * Adds a step to a communication.
 *
 * @throws 404 for a communication outside of the caller's scope, 409 for one with 100 steps.
 */
export const createCommunicationActivity = (
  services: Needs,
  context: Context,
  body: CommunicationActivityCreate,
): Promise<CommunicationActivity> =>
  services.gate.write(context, 'WorkUnitCommunications:edit', async (db, change) => {
    const { tenant_id: tenantId } = await lockCommunication(db, context, body.workUnitCommunicationId);
    if ((await countActivities(db, tenantId, body.workUnitCommunicationId)) >= communicationPartsLimit)
      throw conflict(`A communication has at most ${communicationPartsLimit} activities.`);
    const row = await db
      .insertInto('work_unit_communication_activities')
      .values({
        tenant_id: tenantId,
        work_unit_communication_activity_id: randomUUID(),
        work_unit_communication_id: body.workUnitCommunicationId,
        details: body.details,
        is_customer_facing: body.isCustomerFacing,
        ...completionOf(
          body.activityType === 'ResolutionActivity' || body.isComplete,
          body.completed,
          context.clock.now(),
        ),
        ...change.created(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const after = toCommunicationActivity(row);
    await change.record({ entity, id: after.workUnitCommunicationActivityId, tenantId, after });
    await queuePublication(services, db, context, tenantId, body.workUnitCommunicationId);
    return after;
  });

/**
 * Updates the fields of the body; `modified` is the optimistic lock. A step that becomes complete gets the current time
 * unless the body has one; a step that becomes incomplete loses its time.
 *
 * @throws 404 for an activity outside of the caller's scope, 409 for a stale `modified`.
 */
export const updateCommunicationActivity = (
  services: Needs,
  context: Context,
  activityId: string,
  body: CommunicationActivityUpdate,
): Promise<CommunicationActivity> =>
  services.gate.write(context, 'WorkUnitCommunications:edit', async (db, change) => {
    const row = await lockActivity(db, context, activityId);
    const tenantId = row.tenant_id;
    expectModified(row.modified, body.modified);
    const isComplete = completeness(body) ?? row.is_complete;
    const stored = await db
      .updateTable('work_unit_communication_activities')
      .set({
        ...(body.details !== undefined && { details: body.details }),
        ...(body.isCustomerFacing !== undefined && { is_customer_facing: body.isCustomerFacing }),
        ...completionOf(isComplete, body.completed ?? row.completed, context.clock.now()),
        ...change.modified(row),
      })
      .where('tenant_id', '=', tenantId)
      .where('work_unit_communication_activity_id', '=', activityId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const [before, after] = [toCommunicationActivity(row), toCommunicationActivity(stored)];
    await change.record({ entity, id: activityId, tenantId, before, after });
    await queuePublication(services, db, context, tenantId, row.work_unit_communication_id);
    return after;
  });

/**
 * Deletes a step; `modified` is the optimistic lock.
 *
 * @throws 404 for an activity outside of the caller's scope, 409 for a stale `modified`.
 */
export const removeCommunicationActivity = (
  services: Needs,
  context: Context,
  activityId: string,
  modified: string | undefined,
): Promise<void> =>
  services.gate.write(context, 'WorkUnitCommunications:edit', async (db, change) => {
    const row = await lockActivity(db, context, activityId);
    expectModified(row.modified, modified);
    await db
      .deleteFrom('work_unit_communication_activities')
      .where('tenant_id', '=', row.tenant_id)
      .where('work_unit_communication_activity_id', '=', activityId)
      .execute();
    await change.record({ entity, id: activityId, tenantId: row.tenant_id, before: toCommunicationActivity(row) });
    await queuePublication(services, db, context, row.tenant_id, row.work_unit_communication_id);
  });
