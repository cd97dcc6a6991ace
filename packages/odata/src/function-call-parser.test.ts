import { describe, expect, it } from 'vitest';
import { parseFunctionCall } from './function-call-parser.ts';

const guid = '01234567-89ab-cdef-0123-456789abcdef';

describe('parseFunctionCall', () => {
  it.each(['X', 'X()', 'X( )'])('reads %s as a call without parameters', (text) => {
    expect(parseFunctionCall(text)).toEqual({ name: 'X', parameters: new Map() });
  });

  it('reads named parameters and keeps the case of their names', () => {
    const { name, parameters, key } = parseFunctionCall(`Ns.GetRecords(workUnitId=5, Text='a,(b)=''c',id=${guid})`);
    expect(name).toBe('Ns.GetRecords');
    expect(key).toBeUndefined();
    expect([...parameters].map(([parameter, { type, value }]) => [parameter, type, value])).toEqual([
      ['workUnitId', 'integer', '5'],
      ['Text', 'string', "a,(b)='c"],
      ['id', 'guid', guid],
    ]);
  });

  it.each([
    ['Entity(5)', 'Entity', 'integer', '5'],
    ['Entity( 5 )', 'Entity', 'integer', '5'],
    ["('a')", '', 'string', 'a'],
    [`(${guid})`, '', 'guid', guid],
  ])('reads the key of %s', (text, name, type, value) => {
    expect(parseFunctionCall(text)).toMatchObject({ name, key: { type, value }, parameters: new Map() });
  });

  it.each([
    ['', 0],
    ['()', 1],
    ['X(', 2],
    ['X(5', 3],
    ['X(a)', 3],
    ['X(a=)', 4],
    ['X(a=b)', 4],
    ['X(a=1,a=2)', 6],
    ['X(5,6)', 3],
    ['X()/Y', 3],
    ['(a=1)', 1],
    ['5', 0],
  ])('reports the position of the error in %j', (text, position) => {
    expect(() => parseFunctionCall(text)).toThrow(expect.objectContaining({ position, unsupported: false }));
  });

  it('rejects a parameter alias as unsupported', () => {
    expect(() => parseFunctionCall('X(a=@p)')).toThrow(expect.objectContaining({ position: 4, unsupported: true }));
  });
});
