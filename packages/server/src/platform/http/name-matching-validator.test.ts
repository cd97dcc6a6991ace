import { expect, test } from 'vitest';
import { z } from 'zod';
import { nameMatchingValidator } from './name-matching-validator.ts';

const schema = z.strictObject({ stakeHolderPhoneNumber: z.string(), title: z.string().optional() });
const validate = nameMatchingValidator({ schema, method: 'PUT', url: '/', httpPart: 'body' });

test('member names of a body are case-insensitive', () => {
  expect(validate({ stakeholderPhoneNumber: '555', TITLE: 'x' })).toEqual({
    value: { stakeHolderPhoneNumber: '555', title: 'x' },
  });
});

test('a duplicate name is rejected, also if its case differs', () => {
  expect(validate({ stakeHolderPhoneNumber: '555', stakeholderphonenumber: '556' })).toHaveProperty('error');
  expect(validate({ STAKEHOLDERPHONENUMBER: '555', stakeholderphonenumber: '556' })).toHaveProperty('error');
});

test('values other than objects are passed to the schema', () => {
  for (const body of [null, [], 'x', undefined]) expect(validate(body)).toHaveProperty('error');
});
