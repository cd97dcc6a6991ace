import type { ChecklistItem } from '@cfs/contracts/work-unit-checklists';
import type { WorkUnit } from '@cfs/contracts/work-units';

interface Named {
  readonly name: string;
}

/** A work unit with its related entities expanded. */
export type WorkUnitRow = WorkUnit & {
  readonly tenant?: Named | null;
  readonly workUnitType?: Named | null;
  readonly protocol?: Named | null;
  readonly category?: Named | null;
  readonly subcategory?: Named | null;
  readonly watchers?: readonly { readonly userId: string; readonly mail: string }[];
  readonly checklist?: readonly ChecklistItem[];
};

const listed = [
  'workUnitId',
  'publicWorkUnitId',
  'tenantId',
  'title',
  'severityId',
  'stateId',
  'assignedTo',
  'assignmentGroup',
  'stakeHolderFullName',
  'stakeHolderPhoneNumber',
  'stakeHolderEmailAddress',
  'workUnitTypeId',
  'workUnitCategoryId',
  'workUnitSubcategoryId',
  'created',
  'acknowledged',
  'resolved',
  'modified',
  'dueTime',
  'pausedTimeLeft',
] as const satisfies readonly (keyof WorkUnit)[];

/** A work unit as a row of the list: the fields that its columns show and that acknowledging and bulk edits need. */
export type WorkUnitListRow = Pick<WorkUnitRow, (typeof listed)[number] | 'tenant' | 'workUnitType'>;

export const workUnitListQuery = {
  select: listed.join(','),
  expand: 'tenant($select=name),workUnitType($select=name)',
};

/**
 * The fields that the search of the list covers (docs/reference/work-units.md#list), as text and for an exact search.
 */
export const searchedFields =
  "title, reference, description, tenant, assignee, id, and the stakeholder's name, phone and email";
export const exactFields = [
  'title',
  'referenceId',
  'description',
  'tenant/name',
  'assignedTo',
  '#workUnitId',
  'stakeHolderFullName',
  'stakeHolderPhoneNumber',
  'stakeHolderEmailAddress',
] as const;

export const workUnitSet = '/v1/workunits';
