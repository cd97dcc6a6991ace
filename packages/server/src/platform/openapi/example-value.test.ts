import { expect, test } from 'vitest';
import { exampleOf } from './example-value.ts';

test.each([
  [{ type: 'string' }, 'text'],
  [{ type: 'integer', minimum: 7 }, 7],
  [{ type: 'number' }, 1],
  [{ type: 'boolean' }, true],
  [{ type: 'array', items: { type: 'string' } }, ['text']],
  [{ type: 'array' }, []],
  [{ type: ['integer', 'null'] }, 1],
  [{ type: 'null' }, null],
  [{ type: 'object', properties: { a: { type: 'boolean' }, b: { type: 'null' } }, required: ['a'] }, { a: true }],
  [{ type: 'object', properties: { a: { type: 'boolean' } } }, { a: true }],
  [{ type: 'string', enum: ['New', 'OnHold'] }, 'New'],
  [{ type: 'string', default: 'a', enum: ['b'] }, 'a'],
  [{ type: 'string', examples: ['c'], default: 'a' }, 'c'],
  [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 1],
  [{ oneOf: [{ type: 'boolean' }] }, true],
])('the example of %o is %o', (schema, example) => {
  expect(exampleOf(schema)).toEqual(example);
});
