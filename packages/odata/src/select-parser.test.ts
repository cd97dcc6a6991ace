import { describe, expect, it } from 'vitest';
import { parseSelect } from './select-parser.ts';

describe('parseSelect', () => {
  it('reads the star and paths', () => {
    expect(parseSelect('*,a, b/c')).toEqual([
      { kind: 'selectStar', position: 0 },
      { kind: 'selectPath', position: 2, segments: ['a'] },
      { kind: 'selectPath', position: 5, segments: ['b', 'c'] },
    ]);
  });

  it.each([
    ['', 0],
    ['a,', 2],
    ['a/', 2],
    ['a b', 2],
    ['a.', 2],
    ['a/b/c/d', 6],
    ["'a'", 0],
  ])('reports the position of the error in %j', (text, position) => {
    expect(() => parseSelect(text)).toThrow(expect.objectContaining({ position }));
  });

  it.each(['Ns.*', 'Ns.Type/a', 'Ns.Action', 'a($top=5)', 'Function(a,b)', '@Core.Messages', 'a/Ns.Type'])(
    'rejects %s as unsupported',
    (text) => {
      expect(() => parseSelect(text)).toThrow(expect.objectContaining({ unsupported: true }));
    },
  );
});
