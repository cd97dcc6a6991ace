import { describe, expect, test } from 'vitest';
import { nameOf } from './name-of.ts';
import { eventOfState, severities, statesAfter, workUnitEventTypes, workUnitStates } from './work-unit-enumerations.ts';
import { changeRequestFaults, workUnitCreateSchema } from './work-units.ts';

describe('enumerations', () => {
  test('a known number has a name, an unknown one throws', () => {
    expect(nameOf(severities, 0)).toBe('Sev0');
    expect(() => nameOf(severities, 5)).toThrow(RangeError);
  });

  test('every state raises an existing event', () => {
    expect(Object.keys(eventOfState)).toEqual(Object.keys(workUnitStates));
    for (const event of Object.values(eventOfState)) expect(workUnitEventTypes).toHaveProperty(event);
  });

  test('from New only three states are allowed, otherwise all', () => {
    expect(statesAfter('New')).toEqual(['New', 'Acknowledged', 'Canceled']);
    expect(statesAfter('Closed')).toHaveLength(8);
  });
});

describe('a new unit', () => {
  test('has state New and no further values by default', () => {
    const unit = workUnitCreateSchema.parse({ title: ' Disk ', severityId: 'Sev0', workUnitTypeId: 1 });
    expect(unit).toMatchObject({ workUnitId: -1, title: 'Disk', stateId: 'New', relations: [], customValue15: null });
  });

  test('ignores computed fields and rejects unknown ones', () => {
    const unit = { title: 'Disk', severityId: 'Sev0', workUnitTypeId: 1 };
    expect(workUnitCreateSchema.safeParse({ ...unit, created: null, tenant: { name: 'x' } }).success).toBe(true);
    expect(workUnitCreateSchema.safeParse({ ...unit, nonsense: null }).success).toBe(false);
  });
});

test('an incident does not require the Change Request fields', () => {
  expect(changeRequestFaults({ workUnitTypeId: 1 })).toEqual([]);
  expect(changeRequestFaults({ workUnitTypeId: 2 })).toHaveLength(9);
});
