import { describe, expect, it } from 'vitest';
import { parseLiteral } from './literal-parser.ts';
import { ODataSyntaxError } from './syntax-error.ts';

function faultOf(text: string): number | undefined {
  try {
    parseLiteral(text);
    return undefined;
  } catch (error) {
    if (error instanceof ODataSyntaxError) return error.position;
    throw error;
  }
}

describe('a literal', () => {
  it.each([
    ['null', 'null', null],
    ['TRUE', 'boolean', true],
    ['false', 'boolean', false],
    ["'O''Neil'", 'string', "O'Neil"],
    ["''", 'string', ''],
    ["'😀'", 'string', '😀'],
    ['+42', 'integer', '42'],
    ['-9223372036854775809', 'integer', '-9223372036854775809'],
    ['00', 'integer', '00'],
    ['3.140', 'decimal', '3.140'],
    ['1E-3', 'decimal', '1E-3'],
    ['-INF', 'decimal', '-INF'],
    ['NaN', 'decimal', 'NaN'],
    ['ABCDEF01-89ab-cdef-0123-456789abcdef', 'guid', 'abcdef01-89ab-cdef-0123-456789abcdef'],
    ['1234567e-89ab-cdef-0123-456789abcdef', 'guid', '1234567e-89ab-cdef-0123-456789abcdef'],
    ['2024-02-29', 'date', '2024-02-29'],
    ['-10000-04-01', 'date', '-10000-04-01'],
    ['2012-09-03t22:09z', 'dateTimeOffset', '2012-09-03T22:09Z'],
    ['2012-09-03T22:09:02.123456789012+14:00', 'dateTimeOffset', '2012-09-03T22:09:02.123456789012+14:00'],
    ['23:59', 'timeOfDay', '23:59'],
    ["duration'-P1DT2H3M4.5S'", 'duration', '-P1DT2H3M4.5S'],
    ["DURATION'pt1h'", 'duration', 'PT1H'],
    ["'PT1H'", 'string', 'PT1H'],
    ["binary'Zm8='", 'binary', 'Zm8'],
    ["Ns.Sub.Color'Red,-3'", 'enum', 'Red,-3'],
  ])('reads %s as %s', (text, type, value) => {
    expect(parseLiteral(text)).toMatchObject({ kind: 'literal', position: 0, type, value, text });
  });

  it('keeps the type name of an enumeration', () => {
    expect(parseLiteral("Ns.Color'Red'")).toMatchObject({ typeName: 'Ns.Color' });
  });

  it.each([
    ['', 0],
    ['NULL', 0],
    ["'open", 5],
    ['42.', 3],
    ['.5', 0],
    ['1.5e', 4],
    ['5L', 1],
    ['2023-02-29', 8],
    ['1900-02-29', 8],
    ['2024-04-31', 8],
    ['2012-13-01', 6],
    ['2012-09-03T22:09', 16],
    ['2012-09-03T22:60Z', 14],
    ['2012-09-03T22:09:61Z', 18],
    ['01234567-89ab-cdef-0123-456789abcde', 35],
    ["duration'P'", 10],
    ["duration'P1DT'", 13],
    ["duration'PT1M2H'", 14],
    ["duration'P1M'", 11],
    ["binary'Zh'", 9],
    ["binary'Z'", 8],
    ["Ns.Color''", 9],
    ["Ns.Color'Red, Blue'", 13],
    ["datetime'2012-09-03T00:00'", 0],
  ])('reports the position of the error in %s', (text, position) => {
    expect(faultOf(text)).toBe(position);
  });
});
