import { describe, expect, test } from 'vitest';
import { clashesOf, editsOf, reapplied } from './edits.ts';

const seen = { name: 'Depot', city: null, tags: ['a'], modified: '1' };
const edits = editsOf(seen, { ...seen, name: 'Arctic depot', tags: ['a', 'b'] });

describe('edits of a form', () => {
  test('are the fields that differ from what was seen', () => {
    expect(edits).toEqual([
      { name: 'name', seen: 'Depot', mine: 'Arctic depot' },
      { name: 'tags', seen: ['a'], mine: ['a', 'b'] },
    ]);
  });

  test('do not count nothing written another way', () => {
    expect(editsOf(seen, { ...seen, city: '' })).toEqual([]);
  });

  test('clash only where somebody else changed the same differently', () => {
    expect(clashesOf(edits, { ...seen, city: 'Oslo' })).toEqual([]);
    expect(clashesOf(edits, { ...seen, name: 'Arctic depot' })).toEqual([]);
    expect(clashesOf(edits, { ...seen, name: 'South' })).toEqual([
      { name: 'name', seen: 'Depot', mine: 'Arctic depot', theirs: 'South' },
    ]);
  });

  test('are put upon the newer values except where they yield', () => {
    const theirs = { ...seen, name: 'South', city: 'Oslo', modified: '2' };
    expect(reapplied(theirs, edits, new Set(['name']))).toEqual({ ...theirs, tags: ['a', 'b'] });
    expect(reapplied(theirs, edits, new Set())).toMatchObject({ name: 'Arctic depot', city: 'Oslo', modified: '2' });
  });
});
