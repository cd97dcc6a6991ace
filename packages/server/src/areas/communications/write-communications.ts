import { randomUUID } from 'node:crypto';
import {
  communicationStatuses,
  isClosedStatus,
  type CommunicationStatus,
} from '@cfs/contracts/communication-enumerations';
import {
  rootCauseRequired,
  type Communication,
  type CommunicationCreate,
  type CommunicationUpdate,
} from '@cfs/contracts/communications';
import { nameOf } from '@cfs/contracts/name-of';
import { actorName, type Context } from '../../platform/context.ts';
import { expectModified } from '../../platform/modified.ts';
import { toColumns } from '../../platform/odata/wire-form.ts';
import { invalid } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { expectTenant } from '../tenants/expect-tenant.ts';
import { communicationEntity, toCommunication } from './communication-entity.ts';
import { queuePublication } from './subscribers/queue-publication.ts';
import { lockCommunication } from './lock-communication.ts';

type Needs = Pick<Services, 'gate' | 'work'>;

const entity = 'WorkUnitCommunication';

/**
 * The columns that depend on the status: a closed communication has no next update. Throws 400 for a resolved one
 * without a root cause.
 */
const byStatus = (status: CommunicationStatus, rootCause: string | null): { readonly next_update?: null } => {
  if (status === 'Resolved' && !rootCause) throw invalid({ RootCause: [rootCauseRequired] });
  return isClosedStatus(status) ? { next_update: null } : {};
};

/**
 * Creates a communication with the status Investigating.
 *
 * @throws 404 for a tenant without the permission.
 */
export const createCommunication = (
  services: Needs,
  context: Context,
  body: CommunicationCreate,
): Promise<Communication> =>
  services.gate.write(context, 'WorkUnitCommunications:create', async (db, change) => {
    const { tenantId } = body;
    await expectTenant(db, context, 'WorkUnitCommunications:create', tenantId);
    const row = await db
      .insertInto('work_unit_communications')
      .values({
        ...toColumns(communicationEntity, body),
        tenant_id: tenantId,
        work_unit_communication_id: randomUUID(),
        title: body.title,
        service_manager: body.serviceManager,
        status: communicationStatuses[body.status],
        customer_assistance_required: body.customerAssistanceRequired,
        ...change.created(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const after = toCommunication(row);
    await change.record({ entity, id: after.workUnitCommunicationId, tenantId, after });
    await queuePublication(services, db, context, tenantId, after.workUnitCommunicationId);
    return after;
  });

/**
 * Updates the fields of the body; `modified` is the optimistic lock.
 *
 * @throws 404 for a communication outside of the caller's scope, 409 for a stale `modified`, 400 for another tenant and
 *   for a resolved communication without a root cause.
 */
export const updateCommunication = (
  services: Needs,
  context: Context,
  communicationId: string,
  body: CommunicationUpdate,
): Promise<Communication> =>
  services.gate.write(context, 'WorkUnitCommunications:edit', async (db, change) => {
    const row = await lockCommunication(db, context, communicationId);
    const tenantId = row.tenant_id;
    if (body.tenantId !== undefined && body.tenantId !== tenantId)
      throw invalid({ TenantId: ['The tenant of a communication cannot be changed.'] });
    expectModified(row.modified, body.modified);
    const status = body.status ?? nameOf(communicationStatuses, row.status);
    const rootCause = body.rootCause === undefined ? row.root_cause : body.rootCause;
    const touched = change.modified(row);
    const stored = await db
      .updateTable('work_unit_communications')
      .set({
        ...toColumns(communicationEntity, body),
        ...byStatus(status, rootCause),
        ...touched,
        user_changed: touched.modified,
        user_changed_by: actorName(context.actor),
      })
      .where('tenant_id', '=', tenantId)
      .where('work_unit_communication_id', '=', communicationId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const [before, after] = [toCommunication(row), toCommunication(stored)];
    await change.record({ entity, id: communicationId, tenantId, before, after });
    await queuePublication(services, db, context, tenantId, communicationId);
    return after;
  });
