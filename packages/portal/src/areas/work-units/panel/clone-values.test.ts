import { expect, test } from 'vitest';
import type { WorkUnitRow } from '../work-unit-row.ts';
import { cloneValues, isClonable } from './clone-values.ts';

const incident = {
  workUnitId: 7,
  tenantId: '0f0e1d2c-3b4a-4958-8776-655443322110',
  title: 'Disk full',
  severityId: 'Sev2',
  stateId: 'InProgress',
  workUnitTypeId: 1,
  customValue1: 'Rack 4',
} as Partial<WorkUnitRow> as WorkUnitRow;

test('a clone copies the content of the unit, but not how it was worked on', () => {
  const clone = cloneValues({ ...incident, assignedTo: 'ann@example.org', resolution: 'Done', source: 'Mail' });
  expect(clone).toMatchObject({
    title: 'Disk full',
    severityId: 'Sev2',
    workUnitTypeId: 1,
    customValue1: 'Rack 4',
    tenantId: incident.tenantId,
    relations: [{ referenceType: 'WorkUnit', referenceId: '7' }],
  });
  for (const field of ['stateId', 'assignedTo', 'resolution', 'source', 'workUnitId', 'created'])
    expect(clone).not.toHaveProperty(field);
});

test('an Intake and a Legacy unit cannot be cloned', () => {
  expect([1, 2, 3, 4, 5].map((workUnitTypeId) => isClonable({ workUnitTypeId } as never))).toEqual([
    true,
    true,
    false,
    true,
    false,
  ]);
});
