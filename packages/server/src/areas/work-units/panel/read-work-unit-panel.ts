import { workUnitPanelExpand, type FoundPeople, type WorkUnitPanelQuery } from '@cfs/contracts/work-unit-panel';
import { assignmentGroupsOf } from '@cfs/contracts/tenants';
import type { Context } from '../../../platform/context.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { readEntity } from '../../../platform/odata/read-entity.ts';
import { readList } from '../../../platform/odata/read-list.ts';
import { notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { findGroups, findPeople } from '../../access/people/find-people.ts';
import { protocolEntity } from '../../protocols/protocol-entity.ts';
import { readClocks } from '../../service-levels/clocks/read-clocks.ts';
import { readTenant } from '../../tenants/read-tenant.ts';
import { readManualActions } from '../manual-actions/read-manual-actions.ts';
import { readNotesAndChanges } from '../notes/read-notes.ts';
import { readRelations } from '../relations/read-relations.ts';
import { workUnitEntity } from '../work-unit-entity.ts';

const findUnit = async (services: Services, context: Context, query: WorkUnitPanelQuery) => {
  const { workUnitId, publicWorkUnitId } = query;
  const found = await services.gate.read(context, 'WorkUnits:view', (db) =>
    db
      .selectFrom('work_units')
      .select(['tenant_id as tenantId', 'work_unit_id as workUnitId'])
      .select(['assigned_to as assignedTo', 'implementer', 'approver1', 'approver2'])
      .$if(workUnitId !== undefined, (rows) => rows.where('work_unit_id', '=', workUnitId ?? 0))
      .$if(publicWorkUnitId !== undefined, (rows) => rows.where('public_work_unit_id', '=', publicWorkUnitId ?? 0))
      .where(inScope(context, 'WorkUnits:view', 'work_units.tenant_id'))
      // Units of several tenants may have the same public number.
      .orderBy((by) => by('tenant_id', '=', context.tenantId), 'desc')
      .orderBy('work_unit_id')
      .executeTakeFirst(),
  );
  if (!found) throw notFound('WorkUnit');
  return found;
};

const readProtocols = (services: Services, context: Context, tenantId: string) =>
  context.can('WorkUnits.Protocols:view')
    ? readList<{ readonly protocolId: string; readonly name: string }>(services, context, protocolEntity, {
        $filter: `tenantId eq ${tenantId} or tenantId eq null`,
        $select: 'protocolId,name',
        $orderby: 'name',
      })
    : [];

type Unit = Awaited<ReturnType<typeof findUnit>>;

/** The results of a people search for each person that the unit names. */
const searchPeople = async ({ snapshot }: Services, context: Context, unit: Unit): Promise<FoundPeople[]> => {
  if (!context.can('People:view')) return [];
  const known = await snapshot.current();
  const scope = context.scopeOf('People:view');
  const search = (among: FoundPeople['among'], named: readonly (string | null)[]): FoundPeople[] =>
    [...new Set(named)].flatMap((searchTerm) => {
      if (searchTerm === null || searchTerm === '') return [];
      const groups = among === 'people' ? [] : findGroups(known, scope, searchTerm);
      return [{ among, searchTerm, found: [...findPeople(known, scope, searchTerm), ...groups] }];
    });
  return [
    ...search('peopleandgroups', [unit.assignedTo, unit.implementer]),
    ...search('people', [unit.approver1, unit.approver2]),
  ];
};

/**
 * Reads all data of the panel of a unit; resolves with JSON text of `workUnitPanelSchema`. Throws 404 for a unit that
 * the caller may not see.
 */
export const readWorkUnitPanel = async (
  services: Services,
  context: Context,
  query: WorkUnitPanelQuery,
): Promise<string> => {
  const unit = await findUnit(services, context, query);
  const { tenantId, workUnitId } = unit;
  const [workUnit, history, relations, manualActions, serviceLevels, tenant, protocols, people] = await Promise.all([
    readEntity(services, context, workUnitEntity, workUnitId, {
      query: `$expand=${encodeURIComponent(workUnitPanelExpand)}`,
    }),
    readNotesAndChanges(services, context, workUnitId, {}),
    readRelations(services, context, workUnitId),
    readManualActions(services, context, workUnitId),
    readClocks(services, context, workUnitId),
    readTenant(services, context, tenantId),
    readProtocols(services, context, tenantId),
    searchPeople(services, context, unit),
  ]);
  if (workUnit === undefined) throw notFound('WorkUnit');
  const parts = {
    history,
    relations,
    manualActions,
    serviceLevels,
    tenant,
    assignmentGroups: assignmentGroupsOf(tenant.assignmentGroups),
    protocols,
    people,
  };
  return `{"workUnit":${workUnit},${JSON.stringify(parts).slice(1)}`;
};
