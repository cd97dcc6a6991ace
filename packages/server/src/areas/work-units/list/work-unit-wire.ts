import { byName } from '@cfs/contracts/by-name';
import { resolutionCenterFields, type ResolutionCenterUnit } from '@cfs/contracts/resolution-center';
import { nameOf } from '@cfs/contracts/name-of';
import type { ApprovalFields } from '@cfs/contracts/work-unit-approvals';
import type { WorkUnit, WorkUnitFields } from '@cfs/contracts/work-units';
import type { Selectable, Updateable } from 'kysely';
import { namedWorkUnitFields, workUnitColumns } from './work-unit-columns.ts';
import type { WorkUnitTable } from '../work-unit-table.ts';

export type WorkUnitRow = Selectable<WorkUnitTable>;

const outward = (field: string, value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString();
  const catalogue = namedWorkUnitFields[field];
  return catalogue && typeof value === 'number' ? nameOf(catalogue, value) : value;
};

/** Converts a row to its JSON form: enumerations as names, times as text. Patches are tested against this form. */
export const toWorkUnit = (row: WorkUnitRow): WorkUnit =>
  Object.fromEntries(
    Object.entries(workUnitColumns).map(([field, column]) => [field, outward(field, row[column])]),
  ) as WorkUnit;

/** Reduces a unit to the fields that its stakeholder may see. */
export const toResolutionCenterUnit = (unit: WorkUnit): ResolutionCenterUnit =>
  byName(resolutionCenterFields, (field) => unit[field]) as ResolutionCenterUnit;

/** Converts fields, already validated by their schemas, to columns. */
export const toColumns = (fields: Partial<WorkUnitFields & ApprovalFields>): Updateable<WorkUnitTable> =>
  Object.fromEntries(
    Object.entries(fields).map(([field, value]) => {
      const column = workUnitColumns[field as keyof WorkUnit & string];
      const catalogue = namedWorkUnitFields[field];
      return [column, catalogue && typeof value === 'string' ? catalogue[value] : value];
    }),
  ) as Updateable<WorkUnitTable>;
