import { describe, expect, test } from 'vitest';
import { patchOf } from './patch.ts';

describe('the JSON Patch of an edit', () => {
  test('tests the loaded value before replacing it', () => {
    expect(patchOf({ title: 'Old', effort: 3 }, { title: 'New', effort: 3 })).toEqual([
      { op: 'test', path: '/title', value: 'Old' },
      { op: 'replace', path: '/title', value: 'New' },
    ]);
  });

  test('treats undefined, null and empty text as equal', () => {
    expect(patchOf({ resolution: null }, { resolution: '', assignedTo: undefined })).toEqual([]);
  });

  test('clears a field by replacing it with null', () => {
    expect(patchOf({ assignedTo: 'a@example.org' }, { assignedTo: '' })).toEqual([
      { op: 'test', path: '/assignedTo', value: 'a@example.org' },
      { op: 'replace', path: '/assignedTo', value: null },
    ]);
  });

  test('contains no fields that the edit does not name', () => {
    expect(patchOf({ title: 'Old', stateId: 'New' }, { stateId: 'New' })).toEqual([]);
  });
});
