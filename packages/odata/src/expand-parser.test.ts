import { describe, expect, it } from 'vitest';
import { parseExpand } from './expand-parser.ts';
import { defaultLimits } from './limits.ts';

describe('parseExpand', () => {
  it('reads items with every supported option', () => {
    const text =
      "a($filter=b eq 'x;)';ORDERBY=c desc,d;$select=e,f;$expand=g;$search=h OR i;$top=5;$skip=0;$count=true;$levels=max),j";
    expect(parseExpand(text)).toMatchObject([
      {
        kind: 'expandItem',
        position: 0,
        segments: ['a'],
        options: {
          filter: { operator: 'eq', right: { value: 'x;)' } },
          orderby: [{ direction: 'desc' }, { direction: 'asc' }],
          select: [{ segments: ['e'] }, { segments: ['f'] }],
          expand: [{ segments: ['g'], options: {} }],
          search: { operator: 'or' },
          top: 5,
          skip: 0,
          count: true,
          levels: 'max',
        },
      },
      { position: text.length - 1, segments: ['j'], options: {} },
    ]);
  });

  it('keeps the short form as one path', () => {
    expect(parseExpand('workUnits/tenant($select=name)')).toMatchObject([
      { segments: ['workUnits', 'tenant'], options: { select: [{ segments: ['name'] }] } },
    ]);
  });

  it('allows only $levels after the star', () => {
    expect(parseExpand('*,*($levels=2)')).toEqual([
      { kind: 'expandItem', position: 0, segments: [], star: true, options: {} },
      { kind: 'expandItem', position: 2, segments: [], star: true, options: { levels: 2 } },
    ]);
    expect(() => parseExpand('*($top=2)')).toThrow(expect.objectContaining({ position: 1, unsupported: false }));
  });

  it('counts nested options and path segments as levels alike', () => {
    expect(parseExpand('a/b($expand=c)')).toHaveLength(1);
    expect(() => parseExpand('a($expand=b($expand=c($expand=d)))')).toThrow(expect.objectContaining({ position: 30 }));
    expect(() => parseExpand('a/b($expand=c/d)')).toThrow(expect.objectContaining({ position: 14 }));
    expect(() => parseExpand('*', { ...defaultLimits, expandDepth: 0 })).toThrow('more than 0 levels');
  });

  it.each([
    ['', 0],
    ['a()', 2],
    ['a($top)', 6],
    ['a($top=)', 7],
    ['a($top=-1)', 7],
    ['a($top=1.5)', 8],
    ['a($top=99999999999999999999)', 7],
    ['a($top=1;$TOP=2)', 9],
    ['a($nope=1)', 2],
    ['a($count=1)', 9],
    ['a($levels=0)', 10],
    ['a($filter=b', 11],
    ['a($filter=)', 10],
    ['a($select=b', 11],
    ['a)', 1],
  ])('reports the position of the error in %j', (text, position) => {
    expect(() => parseExpand(text)).toThrow(expect.objectContaining({ position, unsupported: false }));
  });

  it.each([
    'a/$ref',
    'a/$count',
    '$value',
    'a/*',
    '*/$ref',
    'Ns.T/a',
    'a($compute=b as c)',
    'a($apply=top(1))',
    'a(@p=1)',
  ])('rejects %s as unsupported', (text) => {
    expect(() => parseExpand(text)).toThrow(expect.objectContaining({ unsupported: true }));
  });
});
