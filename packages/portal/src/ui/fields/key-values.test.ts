import { describe, expect, test } from 'vitest';
import { keyValueRecord, keyValuesOf } from './key-values.ts';

describe('key-value rows', () => {
  test('convert from a record and back', () => {
    const record = { Accept: 'text/plain', Retries: '3' };
    expect(keyValueRecord.parse(keyValuesOf(record))).toEqual(record);
  });

  test('show values other than strings as JSON', () => {
    expect(keyValuesOf({ Ports: [80, 443], Nothing: null })).toEqual([
      { name: 'Ports', value: '[80,443]' },
      { name: 'Nothing', value: '""' },
    ]);
  });

  test('require unique names', () => {
    const rows = [' Accept', '', 'Accept'].map((name) => ({ name, value: '' }));
    const { error } = keyValueRecord.safeParse(rows);
    expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['1.name', 'Please enter a name.'],
      ['2.name', 'Accept is already used above.'],
    ]);
  });
});
