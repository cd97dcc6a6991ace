import { describe, expect, it } from 'vitest';
import { parseApply } from './apply-parser.ts';

describe('parseApply', () => {
  it('reads transformations in order', () => {
    const text =
      'filter(a eq 1)/search(b)/groupby((c,d/e),aggregate($count as total,f mul 2 with sum as sum))/orderby(total desc)/skip(1)/top( 2 )';
    expect(parseApply(text)).toMatchObject([
      { kind: 'filter', position: 0, predicate: { operator: 'eq' } },
      { kind: 'search', expression: { text: 'b' } },
      {
        kind: 'groupby',
        properties: [{ segments: ['c'] }, { segments: ['d', 'e'] }],
        aggregate: {
          kind: 'aggregate',
          items: [
            { method: 'count', expression: { kind: 'path', segments: [], count: true }, alias: 'total' },
            { method: 'sum', expression: { operator: 'mul' }, alias: 'sum' },
          ],
        },
      },
      { kind: 'orderby', items: [{ direction: 'desc' }] },
      { kind: 'skip', count: 1 },
      { kind: 'top', count: 2 },
    ]);
  });

  it.each(['sum', 'min', 'max', 'average', 'countdistinct'])('reads the method %s', (method) => {
    expect(parseApply(`aggregate( a with ${method} as b )`)).toMatchObject([{ items: [{ method, alias: 'b' }] }]);
  });

  it('counts at the end of a path', () => {
    expect(parseApply('aggregate(a/$count as b)')).toMatchObject([
      { items: [{ method: 'count', expression: { segments: ['a'], count: true } }] },
    ]);
  });

  it('groups without an aggregate', () => {
    expect(parseApply('groupby( ( a , b ) )')[0]).not.toHaveProperty('aggregate');
  });

  it.each([
    ['', 0],
    ['filter()', 7],
    ['filter(a', 8],
    ['top(a)', 4],
    ['top(-1)', 4],
    ['aggregate()', 10],
    ['aggregate(a with sum)', 20],
    ['aggregate(a with nope as b)', 17],
    ['aggregate(a add b as c)', 18],
    ['aggregate($count with sum as a)', 17],
    ['aggregate($count as)', 19],
    ['groupby(a)', 8],
    ['groupby(())', 9],
    ['groupby((a),)', 12],
    ['filter(a)/', 10],
    ['nope(a)', 0],
    ['Filter(a)', 0],
    ['orderby(a,b,c,d,e,f)', 18],
  ])('reports the position of the error in %j', (text, position) => {
    expect(() => parseApply(text)).toThrow(expect.objectContaining({ position, unsupported: false }));
  });

  it.each([
    'identity',
    'compute(a as b)',
    'concat(top(1),top(2))',
    'topcount(1,a)',
    'Ns.custom()',
    'aggregate(a)',
    'aggregate(a as b)',
    'aggregate(a with Ns.custom as b)',
    'aggregate(a with sum from b with average as c)',
    'groupby((rollup(a,b)))',
    'groupby((a),top(1))',
    'groupby((a),aggregate($count as b)/top(1))',
  ])('rejects %s as unsupported', (text) => {
    expect(() => parseApply(text)).toThrow(expect.objectContaining({ unsupported: true }));
  });
});
