import { describe, expect, test } from 'vitest';
import { keyValueRecord, keyValuesOf } from './key-values.ts';

describe('key-value rows', () => {
  test('come from a record and go back to it', () => {
    const record = { Accept: 'text/plain', Retries: '3' };
    expect(keyValueRecord.parse(keyValuesOf(record))).toEqual(record);
  });

  test('show what is no text as JSON', () => {
    expect(keyValuesOf({ Ports: [80, 443], Nothing: null })).toEqual([
      { name: 'Ports', value: '[80,443]' },
      { name: 'Nothing', value: '""' },
    ]);
  });

  test('want each name once', () => {
    const rows = [' Accept', '', 'Accept'].map((name) => ({ name, value: '' }));
    const { error } = keyValueRecord.safeParse(rows);
    expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['1.name', 'Please enter a name.'],
      ['2.name', 'Accept stands above already.'],
    ]);
  });
});
