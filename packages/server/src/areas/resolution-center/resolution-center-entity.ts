import { byName } from '@cfs/contracts/by-name';
import { workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import { resolutionCenterFields } from '@cfs/contracts/resolution-center';
import { defineEntity } from '../../platform/odata/entity.ts';
import { ownershipOf, workUnitViewPermissions } from '../work-units/visible-work-unit.ts';
import { workUnitEdges, workUnitProperties } from '../work-units/work-unit-entity.ts';

const { tenant, category, subcategory } = workUnitEdges;

/**
 * The incidents of the request's tenant as end users see them: all of them with WorkUnits view, only the caller's own
 * with view:mine.
 */
export const resolutionCenterEntity = defineEntity({
  name: 'ResolutionCenterWorkUnit',
  description: 'An incident as its stakeholder sees it.',
  set: 'resolutionCenterWorkUnits',
  path: 'workunits/rc',
  table: 'work_units',
  key: 'workUnitId',
  keyColumn: 'work_unit_id',
  permission: workUnitViewPermissions,
  reach: 'context',
  // The table's search text also contains properties that are not shown here, such as the assignee: a search would
  // reveal them.
  searched: ['public_work_unit_id', 'title', 'description', 'resolution'],
  properties: byName(resolutionCenterFields, (field) => ({ ...workUnitProperties[field], search: false })),
  edges: { tenant, category, subcategory },
  defaultOrder: [{ property: 'created', descending: true }],
  where: (alias) => `${alias}.work_unit_type_id = ${workUnitTypes.Incident}`,
  restrict: (context, alias, parameters) => {
    if (context.can('WorkUnits:view')) return undefined;
    const either = ownershipOf(context).map(
      ([column, value]) => `${alias}.${column} = ${parameters.add(value, 'text')}`,
    );
    return either.join(' or ') || 'false';
  },
});
