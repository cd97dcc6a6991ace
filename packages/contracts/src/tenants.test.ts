import { expect, test } from 'vitest';
import { customFieldOptions, parseCustomField } from './tenants.ts';

test('a stored definition is parsed, any other text is ignored', () => {
  expect(parseCustomField('{"Name":"Site","Type":2,"Options":"North, South,"}')).toMatchObject({
    Name: 'Site',
    Type: 2,
  });
  for (const none of [null, undefined, '', '{', '[]', '{"Name":"Site"}'])
    expect(parseCustomField(none)).toBeUndefined();
});

test('options are trimmed, empty ones dropped', () => {
  expect(customFieldOptions({ Name: 'Site', Type: 2, Options: 'North, South,' })).toEqual(['North', 'South']);
  expect(customFieldOptions({ Name: 'Site', Type: 1 })).toEqual([]);
});
