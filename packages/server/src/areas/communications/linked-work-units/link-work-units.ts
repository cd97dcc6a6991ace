import { communicationPartsLimit } from '@cfs/contracts/communication-enumerations';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { conflict, invalid, notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { lockCommunication } from '../lock-communication.ts';

type Needs = Pick<Services, 'gate'>;

const entity = 'WorkUnitCommunicationWorkUnit';

const linkedUnits = async (db: ScopedDatabase, tenantId: string, communicationId: string): Promise<number[]> => {
  const rows = await db
    .selectFrom('work_unit_communication_work_units')
    .select('work_unit_id')
    .where('tenant_id', '=', tenantId)
    .where('work_unit_communication_id', '=', communicationId)
    .orderBy('work_unit_id')
    .execute();
  return rows.map(({ work_unit_id }) => work_unit_id);
};

/** Throws 400 unless each is a work unit of the tenant that the caller may see. */
const expectUnits = async (
  db: ScopedDatabase,
  context: Context,
  tenantId: string,
  workUnitIds: readonly number[],
): Promise<void> => {
  const found = await db
    .selectFrom('work_units')
    .select('work_unit_id')
    .where('tenant_id', '=', tenantId)
    .where('work_unit_id', 'in', workUnitIds)
    .where(inScope(context, 'WorkUnits:view', 'work_units.tenant_id'))
    .execute();
  const known = new Set(found.map(({ work_unit_id }) => work_unit_id));
  const unknown = workUnitIds.filter((id) => !known.has(id));
  if (unknown.length > 0)
    throw invalid({ workunitIds: [`The tenant has no work unit ${unknown.map((id) => `#${id}`).join(', ')}.`] });
};

/**
 * Links work units of its tenant to a communication; existing links stay. Resolves with the ids of all linked units.
 *
 * @throws 404 for a communication outside of the caller's scope, 400 for a unit that its tenant does not have, 409
 *   beyond 100 units.
 */
export const linkWorkUnits = (
  services: Needs,
  context: Context,
  communicationId: string,
  workUnitIds: readonly number[],
): Promise<number[]> =>
  services.gate.write(context, 'WorkUnitCommunications:edit', async (db, change) => {
    const { tenant_id: tenantId } = await lockCommunication(db, context, communicationId);
    const linked = await linkedUnits(db, tenantId, communicationId);
    const added = [...new Set(workUnitIds)].filter((id) => !linked.includes(id));
    if (added.length === 0) return linked;
    await expectUnits(db, context, tenantId, added);
    if (linked.length + added.length > communicationPartsLimit)
      throw conflict(`A communication links to at most ${communicationPartsLimit} work units.`);
    await db
      .insertInto('work_unit_communication_work_units')
      .values(
        added.map((id) => ({
          tenant_id: tenantId,
          work_unit_communication_id: communicationId,
          work_unit_id: id,
          ...change.createdOnce(),
        })),
      )
      .execute();
    for (const workUnitId of added)
      await change.record({ entity, id: communicationId, tenantId, after: { workUnitId } });
    return [...linked, ...added].toSorted((one, other) => one - other);
  });

/**
 * Ends the link to a work unit.
 *
 * @throws 404 for a communication outside of the caller's scope and for a unit that is not linked.
 */
export const unlinkWorkUnit = (
  services: Needs,
  context: Context,
  communicationId: string,
  workUnitId: number,
): Promise<void> =>
  services.gate.write(context, 'WorkUnitCommunications:edit', async (db, change) => {
    const { tenant_id: tenantId } = await lockCommunication(db, context, communicationId);
    const removed = await db
      .deleteFrom('work_unit_communication_work_units')
      .where('tenant_id', '=', tenantId)
      .where('work_unit_communication_id', '=', communicationId)
      .where('work_unit_id', '=', workUnitId)
      .returning('work_unit_id')
      .executeTakeFirst();
    if (!removed) throw notFound(entity);
    await change.record({ entity, id: communicationId, tenantId, before: { workUnitId } });
  });
