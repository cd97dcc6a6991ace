import type { WorkUnit } from '@cfs/contracts/work-units';

interface Named {
  readonly name: string;
}

/** A work unit as the list shows it, with what it leads to expanded. */
export type WorkUnitRow = WorkUnit & {
  readonly tenant?: Named | null;
  readonly workUnitType?: Named | null;
  readonly protocol?: Named | null;
  readonly category?: Named | null;
  readonly subcategory?: Named | null;
};

export const workUnitSet = '/v1/workunits';
export const workUnitExpand = 'protocol,tenant,workUnitType,category,subcategory';
