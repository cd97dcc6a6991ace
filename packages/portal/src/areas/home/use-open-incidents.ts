import { pollIntervals } from '@cfs/contracts/sizes';
import { useRows } from '../../lib/api/use-list.ts';
import { openIncidents } from '../work-units/list/work-unit-filter.ts';
import { workUnitSet, type WorkUnitRow } from '../work-units/work-unit-row.ts';

/** The gravest open incidents, the newest of them first. */
export const useOpenIncidents = (enabled: boolean) =>
  useRows<WorkUnitRow>(
    workUnitSet,
    {
      filter: openIncidents,
      orderBy: [
        { field: 'severityId', direction: 'asc' },
        { field: 'created', direction: 'desc' },
      ],
      select: 'workUnitId,publicWorkUnitId,title,severityId,stateId,created',
      top: 8,
    },
    { poll: pollIntervals.workUnits, enabled },
  );
