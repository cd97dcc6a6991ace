import { allOf, equals } from '../../../lib/api/odata-filter.ts';
import type { WorkUnitRow } from '../work-unit-row.ts';
import { useRelationCommands } from './use-relation-commands.ts';
import { WorkUnitSearch } from './work-unit-search.tsx';

/** Searches other units of the tenant; the chosen one is added as a relation. */
export const RelatedWorkUnitSearch = ({ workUnit }: { readonly workUnit: WorkUnitRow }) => {
  const { workUnitId, tenantId } = workUnit;
  const { add } = useRelationCommands(workUnitId);
  return (
    <WorkUnitSearch
      label="Relate a work unit"
      filter={allOf(equals('tenantId', tenantId), `workUnitId ne ${workUnitId}`)}
      onChosen={(found) => void add({ referenceType: 'WorkUnit', referenceId: String(found) })}
    />
  );
};
