import { testTenantId } from '../../../ui/testing/render.tsx';
import type { WorkUnitListRow } from '../work-unit-row.ts';

/** A row of the list of work units, in the tenant of the test unless `fields` has another one. */
export const unit = (workUnitId: number, fields: Partial<WorkUnitListRow> = {}): WorkUnitListRow => ({
  workUnitId,
  publicWorkUnitId: workUnitId,
  tenantId: testTenantId,
  tenant: { name: 'Contoso' },
  title: `Disk ${workUnitId} is full`,
  severityId: 'Sev2',
  stateId: 'Acknowledged',
  assignedTo: null,
  assignmentGroup: null,
  workUnitTypeId: 1,
  workUnitType: { name: 'Incident' },
  workUnitCategoryId: null,
  workUnitSubcategoryId: null,
  stakeHolderFullName: null,
  stakeHolderPhoneNumber: null,
  stakeHolderEmailAddress: null,
  created: '2026-05-01T10:30:00.000Z',
  acknowledged: null,
  resolved: null,
  modified: '2026-05-01T10:30:00.000Z',
  dueTime: null,
  pausedTimeLeft: null,
  ...fields,
});
