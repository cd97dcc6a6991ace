import { typeLabel } from '@cfs/contracts/work-unit-type-label';
import type { TargetRow } from './service-level-queries.ts';

/** A target for all types. */
export const everyType = 'Every type';
/** A target for all severities. */
export const everySeverity = 'Every severity';

/** What a target counts for: `Incident, Sev1`. */
export const targetName = ({ workUnitType, severityId }: Pick<TargetRow, 'workUnitType' | 'severityId'>): string =>
  [workUnitType ? typeLabel(workUnitType.name) : everyType, severityId ?? everySeverity].join(', ');
