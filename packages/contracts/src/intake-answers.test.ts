import { expect, test } from 'vitest';
import { createAnswerCheck } from './intake-answers.ts';
import { readIntakeForm } from './intake.ts';

const checkOf = (schema: object) => {
  const read = readIntakeForm(JSON.stringify({ schema, uischema: {} }));
  if (!('form' in read)) throw new Error(read.fault);
  return createAnswerCheck(read.form);
};

test('a list of 20,000 wrong choices is validated in less than quadratic time', { timeout: 60_000 }, () => {
  const check = checkOf({
    type: 'object',
    properties: { list: { type: 'array', items: { oneOf: [{ const: 'a' }, { const: 'b' }] } } },
  });
  expect(check({ list: Array.from({ length: 20_000 }, () => 'c') }).length).toBeGreaterThan(0);
});

test('a choice reports the errors of the intended alternative, or its own if none is intended', () => {
  const check = checkOf({
    type: 'object',
    properties: {
      list: {
        type: 'array',
        items: {
          oneOf: [
            { type: 'string', maxLength: 3 },
            { type: 'object', properties: { size: { type: 'number', minimum: 5 } } },
          ],
        },
      },
      either: { anyOf: [{ maxLength: 1 }, { pattern: '^b' }] },
    },
  });
  const faults = check({ list: ['a', 'long text', { size: 1 }, { size: 7 }], either: 'cc' });
  expect(faults.map(({ path }) => path.join('.'))).toEqual(['list.1', 'list.2.size', 'either']);
});
