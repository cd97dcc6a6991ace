import { typeLabel } from '@cfs/contracts/work-unit-type-label';
import type { WorkUnit } from '@cfs/contracts/work-units';
import type { DateFormat } from './old-list-dates.ts';

/** A row of the page: a unit with the names of its tenant and its type. */
export type OldListRow = WorkUnit & {
  readonly tenant: { readonly name: string } | null;
  readonly workUnitType: { readonly name: string } | null;
};

/** A column of the page; `field` is the property that the list sorts by. */
export interface OldListColumn {
  readonly field: string;
  readonly header: string;
  /** Returns the shown value; times are formatted by `dateOf`. */
  readonly value: (row: OldListRow, dateOf: DateFormat) => string | number | null | undefined;
}

/** The columns of the work units list, in the order of the list (docs/reference/work-units.md#list). */
export const columns: readonly OldListColumn[] = [
  { field: 'publicWorkUnitId', header: 'ID', value: (row) => row.publicWorkUnitId },
  { field: 'tenant/name', header: 'Tenant', value: (row) => row.tenant?.name },
  { field: 'title', header: 'Title', value: (row) => row.title },
  { field: 'severityId', header: 'Severity', value: (row) => row.severityId },
  { field: 'stateId', header: 'State', value: (row) => row.stateId },
  { field: 'assignedTo', header: 'Assigned To', value: (row) => row.assignedTo },
  { field: 'stakeHolderFullName', header: 'Stakeholder', value: (row) => row.stakeHolderFullName },
  { field: 'stakeHolderPhoneNumber', header: 'Phone', value: (row) => row.stakeHolderPhoneNumber },
  { field: 'stakeHolderEmailAddress', header: 'Email', value: (row) => row.stakeHolderEmailAddress },
  { field: 'modified', header: 'Last Updated', value: (row, dateOf) => dateOf(row.modified) },
  { field: 'created', header: 'Created', value: (row, dateOf) => dateOf(row.created) },
  { field: 'workUnitTypeId', header: 'Work Unit Type', value: (row) => typeLabel(row.workUnitType?.name) },
  { field: 'assignmentGroup', header: 'Assignment Group', value: (row) => row.assignmentGroup },
];
