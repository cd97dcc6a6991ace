import { describe, expect, test } from 'vitest';
import { patchOf } from './patch.ts';

describe('patches of an edit', () => {
  test('test the value seen before replacing it', () => {
    expect(patchOf({ title: 'Old', effort: 3 }, { title: 'New', effort: 3 })).toEqual([
      { op: 'test', path: '/title', value: 'Old' },
      { op: 'replace', path: '/title', value: 'New' },
    ]);
  });

  test('treat absent, null and empty text as the same', () => {
    expect(patchOf({ resolution: null }, { resolution: '', assignedTo: undefined })).toEqual([]);
  });

  test('clear a field by replacing it with null', () => {
    expect(patchOf({ assignedTo: 'a@example.org' }, { assignedTo: '' })).toEqual([
      { op: 'test', path: '/assignedTo', value: 'a@example.org' },
      { op: 'replace', path: '/assignedTo', value: null },
    ]);
  });

  test('leave fields alone that the edit does not name', () => {
    expect(patchOf({ title: 'Old', stateId: 'New' }, { stateId: 'New' })).toEqual([]);
  });
});
