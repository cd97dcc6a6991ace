import { describe, expect, test } from 'vitest';
import { bulkEditSchema, emptied, nothingChanged, type BulkEditValues } from './bulk-edit-values.ts';
import { inverseOf, isHandedOver, patchesOf } from './bulk-patches.ts';
import type { WorkUnitListRow } from '../work-unit-row.ts';

const unit = (workUnitId: number, fields: Partial<WorkUnitListRow> = {}): WorkUnitListRow =>
  ({
    workUnitId,
    publicWorkUnitId: workUnitId,
    title: `Unit ${workUnitId}`,
    stateId: 'New',
    severityId: 'Sev2',
    assignedTo: null,
    assignmentGroup: null,
    workUnitCategoryId: null,
    workUnitSubcategoryId: null,
    ...fields,
  }) as WorkUnitListRow;

/** The operations of the patches as text, by unit. */
const changesOf = (units: readonly WorkUnitListRow[], values: Partial<BulkEditValues>) =>
  Object.fromEntries(
    patchesOf(units, { ...nothingChanged, ...values }).map(({ unit: { workUnitId }, operations }) => [
      workUnitId,
      operations.map(({ op, path, value }) => `${op} ${path} ${JSON.stringify(value)}`),
    ]),
  );

describe('patches of a bulk edit', () => {
  test('test and replace only the filled-in fields', () => {
    expect(changesOf([unit(1), unit(2, { severityId: 'Sev0' })], { severityId: 'Sev1', assignedTo: 'ann@x' })).toEqual({
      1: [
        'test /severityId "Sev2"',
        'replace /severityId "Sev1"',
        'test /assignedTo null',
        'replace /assignedTo "ann@x"',
      ],
      2: [
        'test /severityId "Sev0"',
        'replace /severityId "Sev1"',
        'test /assignedTo null',
        'replace /assignedTo "ann@x"',
      ],
    });
  });

  test('omit units that already have the values', () => {
    expect(Object.keys(changesOf([unit(1), unit(2, { severityId: 'Sev1' })], { severityId: 'Sev1' }))).toEqual(['1']);
    expect(changesOf([unit(1)], { stakeHolderFullName: '' })).toEqual({});
  });

  test('set emptied fields to null', () => {
    const units = [unit(1, { assignedTo: 'ann@x' }), unit(2)];
    expect(changesOf(units, { assignedTo: emptied })).toEqual({
      1: ['test /assignedTo "ann@x"', 'replace /assignedTo null'],
    });
  });

  test('clear the subcategory of the old category', () => {
    const units = [unit(1, { workUnitCategoryId: 4, workUnitSubcategoryId: 40 }), unit(2, { workUnitCategoryId: 5 })];
    expect(changesOf(units, { workUnitCategoryId: 5 })).toEqual({
      1: [
        'test /workUnitSubcategoryId 40',
        'replace /workUnitSubcategoryId null',
        'test /workUnitCategoryId 4',
        'replace /workUnitCategoryId 5',
      ],
    });
    expect(changesOf(units, { workUnitCategoryId: 5, workUnitSubcategoryId: 50 })[2]).toEqual([
      'test /workUnitSubcategoryId null',
      'replace /workUnitSubcategoryId 50',
    ]);
  });

  test('hand a unit over only if its group changes and it has an assignee', () => {
    const held = { assignedTo: 'ann@x', stateId: 'InProgress' } as const;
    const units = [unit(1, held), unit(2), unit(3, { ...held, assignmentGroup: 'Network' })];
    const handed = changesOf(units, { assignmentGroup: 'Network', handsOver: true });
    expect(handed[1]).toContain('replace /assignedTo null');
    expect(handed[1]).toContain('replace /stateId "New"');
    expect(handed[2]).toEqual(['test /assignmentGroup null', 'replace /assignmentGroup "Network"']);
    expect(handed[3]).toBeUndefined();
    expect(isHandedOver(unit(4, { assignedTo: 'ann@x' }), emptied)).toBe(false);
    const kept = changesOf(units, { assignmentGroup: 'Network', handsOver: true, assignedTo: 'ben@x' });
    expect(kept[1]).toContain('replace /assignedTo "ben@x"');
  });

  test('are inverted to patches that test the values returned by the server', () => {
    const [patch] = patchesOf([unit(1, { assignedTo: 'ann@x' })], {
      ...nothingChanged,
      severityId: 'Sev1',
      assignedTo: emptied,
    });
    expect(patch && inverseOf(patch, { severityId: 'Sev1', assignedTo: null, title: 'Other' })).toMatchObject({
      unit: { workUnitId: 1 },
      operations: [
        { op: 'test', path: '/severityId', value: 'Sev1' },
        { op: 'replace', path: '/severityId', value: 'Sev2' },
        { op: 'test', path: '/assignedTo', value: null },
        { op: 'replace', path: '/assignedTo', value: 'ann@x' },
      ],
    });
  });
});

describe('the form of a bulk edit', () => {
  test('accepts all fields of a stakeholder or none', () => {
    expect(bulkEditSchema.safeParse(nothingChanged).success).toBe(true);
    const named = bulkEditSchema.safeParse({ ...nothingChanged, stakeHolderFullName: 'Ann' });
    expect(named.error?.issues.map(({ path }) => path.join())).toEqual([
      'stakeHolderEmailAddress',
      'stakeHolderPhoneNumber',
    ]);
  });
});
