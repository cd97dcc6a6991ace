import { patchOf, type PatchOperation } from '../../../lib/forms/patch.ts';
import { emptied, type BulkEditValues } from './bulk-edit-values.ts';
import type { WorkUnitListRow } from '../work-unit-row.ts';

/** The patch of one unit, with the fields that identify the unit to users. */
export interface UnitPatch {
  readonly unit: Pick<WorkUnitListRow, 'workUnitId' | 'publicWorkUnitId' | 'title'>;
  readonly operations: readonly PatchOperation[];
}

type Fields = Readonly<Record<string, unknown>>;

/** The filled-in fields as they are sent. */
const filledIn = ({ handsOver: _handsOver, ...fields }: BulkEditValues): Fields =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== null && value !== '')
      .map(([name, value]) => [name, value === emptied ? null : value]),
  );

/** Whether the change of group takes the unit away from its assignee. */
export const isHandedOver = (unit: WorkUnitListRow, group: string | null): boolean =>
  group !== null && Boolean(unit.assignedTo) && (unit.assignmentGroup ?? '') !== (group === emptied ? '' : group);

const wantedOf = (unit: WorkUnitListRow, values: BulkEditValues): Fields => {
  const wanted = filledIn(values);
  const isMoved = 'workUnitCategoryId' in wanted && wanted['workUnitCategoryId'] !== unit.workUnitCategoryId;
  return {
    ...(values.handsOver && isHandedOver(unit, values.assignmentGroup) && { assignedTo: null, stateId: 'New' }),
    // The old subcategory does not belong to the new category.
    ...(isMoved && { workUnitSubcategoryId: null }),
    ...wanted,
  };
};

/**
 * Returns the patches that set the filled-in values, with tests against the values in the rows; none for units that
 * already have them.
 */
export const patchesOf = (units: readonly WorkUnitListRow[], values: BulkEditValues): readonly UnitPatch[] =>
  units
    .map((unit) => ({ unit, operations: patchOf({ ...unit }, wantedOf(unit, values)) }))
    .filter(({ operations }) => operations.length > 0);

/** Returns the patch that undoes another one, with tests against the values that the unit had after it. */
export const inverseOf = ({ unit, operations }: UnitPatch, after: Fields): UnitPatch => {
  const seen = operations.filter(({ op }) => op === 'test').map(({ path, value }) => [path.slice(1), value] as const);
  return { unit, operations: patchOf(after, Object.fromEntries(seen)) };
};
