import { typeLabel } from '@cfs/contracts/work-unit-type-label';
import type { TargetRow } from './service-level-queries.ts';

/** The label of a target for all types. */
export const everyType = 'Every type';
/** The label of a target for all severities. */
export const everySeverity = 'Every severity';

/** The type and severity of a target: `Incident, Sev1`. */
export const targetName = ({ workUnitType, severityId }: Pick<TargetRow, 'workUnitType' | 'severityId'>): string =>
  [workUnitType ? typeLabel(workUnitType.name) : everyType, severityId ?? everySeverity].join(', ');
