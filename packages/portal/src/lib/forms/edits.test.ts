import { describe, expect, test } from 'vitest';
import { fieldConflicts, editsOf, rebaseEdits } from './edits.ts';

const base = { name: 'Depot', city: null, tags: ['a'], modified: '1' };
const edits = editsOf(base, { ...base, name: 'Arctic depot', tags: ['a', 'b'] });

describe('edits of a form (three-way merge)', () => {
  test('are the fields that differ from the base values', () => {
    expect(edits).toEqual([
      { name: 'name', base: 'Depot', mine: 'Arctic depot' },
      { name: 'tags', base: ['a'], mine: ['a', 'b'] },
    ]);
  });

  test('ignore a change between null and empty text', () => {
    expect(editsOf(base, { ...base, city: '' })).toEqual([]);
  });

  test('conflict only where both sides changed a field to different values', () => {
    expect(fieldConflicts(edits, { ...base, city: 'Oslo' })).toEqual([]);
    expect(fieldConflicts(edits, { ...base, name: 'Arctic depot' })).toEqual([]);
    expect(fieldConflicts(edits, { ...base, name: 'South' })).toEqual([
      { name: 'name', base: 'Depot', mine: 'Arctic depot', theirs: 'South' },
    ]);
  });

  test('are rebased on newer values, except fields that take theirs', () => {
    const theirs = { ...base, name: 'South', city: 'Oslo', modified: '2' };
    expect(rebaseEdits(theirs, edits, new Set(['name']))).toEqual({ ...theirs, tags: ['a', 'b'] });
    expect(rebaseEdits(theirs, edits, new Set())).toMatchObject({ name: 'Arctic depot', city: 'Oslo', modified: '2' });
  });
});
