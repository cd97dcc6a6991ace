import type { Category } from '@cfs/contracts/categories';
import type { Severity } from '@cfs/contracts/work-unit-enumerations';

/** A category with its tenant and type expanded, as the list loads it. */
export interface CategoryRow extends Category {
  readonly tenant?: { readonly name: string } | null;
  readonly workUnitType?: { readonly name: string } | null;
}

/** A type of work units with its defaults. */
export interface WorkUnitTypeRow {
  readonly workUnitTypeId: number;
  readonly name: string;
  readonly isHidden: boolean;
  readonly defaultSeverityId: Severity | null;
  readonly modified: string;
}
