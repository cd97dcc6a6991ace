import { expect, test } from 'vitest';
import { exceededBound, parseBoundedJson } from './json-bounds.ts';
import { parameterValuesSchema } from './parameter-values.ts';
import { ruleInputSchema } from './rules.ts';

const bounds = { depth: 3, values: 6 };

test('a text within the bounds is parsed', () => {
  const value = [[['"]}[{\\', '\\"[[[[,,,,,,,']], 1];
  expect(parseBoundedJson(JSON.stringify(value), bounds)).toEqual(value);
});

test('the exceeded bound is reported without parsing', () => {
  expect(exceededBound('[[[[', bounds)).toBe('depth');
  expect(exceededBound('{"a":{"b":{"c":{', bounds)).toBe('depth');
  expect(exceededBound('[0,0,0,0,0,0]', bounds)).toBe('values');
  expect(exceededBound('[0,0,0,0]', bounds)).toBeUndefined();
  expect(exceededBound('[[],[[]],[]]', bounds)).toBe('values');
  expect(exceededBound('['.repeat(1_000_000), { depth: 64, values: 5_000 })).toBe('depth');
});

test('the bounds apply to JSON within a text as well', () => {
  const many = JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`name${index}`, []])));
  expect(parameterValuesSchema.safeParse(many).error?.issues).toHaveLength(1);
  const rule = ruleInputSchema.safeParse({ matchActions: `[{"Parameters":${many}}]` });
  expect(rule.error?.issues.length).toBeLessThan(10);
});
