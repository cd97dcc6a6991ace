import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { askedAnswers, askedFields } from './intake-fields.ts';
import { lintIntakeForm } from './intake-lint.ts';
import { readIntakeForm, type IntakeForm } from './intake.ts';

const formOf = (schema: object, uischema: object = {}): IntakeForm => {
  const read = readIntakeForm(JSON.stringify({ schema, uischema }));
  if ('fault' in read) throw new Error(read.fault);
  return read.form;
};
const lint = (schema: object, uischema?: object) => lintIntakeForm(formOf(schema, uischema));

const device = {
  type: 'object',
  required: ['kind'],
  properties: { kind: { enum: ['Laptop', 'Phone'] }, isUrgent: { type: 'boolean' } },
  if: { properties: { kind: { const: 'Phone' } }, required: ['kind'] },
  then: { properties: { number: { type: 'string' } }, required: ['number'] },
};
const steps = (...fields: string[][]) => ({
  'ui:stepper': fields.map((names, index) => ({ title: `Step ${index + 1}`, fields: names })),
});

test('a valid form has no faults', () => {
  expect(lint(device, steps(['kind', 'isUrgent'], ['number']))).toEqual([]);
  expect(lint({})).toEqual([]);
});

describe('a step', () => {
  test('that names a missing field is reported', () => {
    expect(lint(device, steps(['kind', 'colour'], ['number']))).toEqual([
      'The step "Step 1" refers to the field "colour", which the schema does not have.',
    ]);
  });

  test('without any field is unreachable', () => {
    expect(lint(device, steps(['kind'], []))).toEqual([
      'The step "Step 2" can never be reached: none of its fields is ever shown.',
    ]);
  });

  test('whose fields depend on a condition that can never hold is unreachable', () => {
    const never = { ...device, if: { properties: { kind: { const: 'Tablet' } }, required: ['kind'] } };
    expect(lint(never, steps(['kind'], ['number']))).toEqual([
      'The step "Step 2" can never be reached: none of its fields is ever shown.',
      'A condition can never be true: "Tablet" is not an option of the field "kind".',
    ]);
  });

  test('that repeats a field of an earlier step is reported', () => {
    expect(lint(device, steps(['kind', 'number'], ['number']))).toEqual([
      'The step "Step 2" refers to the field "number", which is already in an earlier step.',
      'The step "Step 2" can never be reached: none of its fields is ever shown.',
    ]);
  });

  test('of a Categorization is checked in the same way', () => {
    const categorization = {
      type: 'Categorization',
      elements: [
        { type: 'Category', label: 'One', elements: [{ type: 'Control', scope: '#/properties/kind' }] },
        { type: 'Category', label: 'Two', elements: [{ type: 'Control', scope: '#/properties/size' }] },
      ],
    };
    expect(lint(device, categorization)).toEqual([
      'The step "Two" refers to the field "size", which the schema does not have.',
      'The step "Two" can never be reached: none of its fields is ever shown.',
    ]);
    const ruled = { ...categorization, elements: [{ ...categorization.elements[0], rule: { effect: 'HIDE' } }] };
    expect(lint(device, ruled)).toEqual([
      'A "rule" of the UI schema is not supported: use "if" and "then" of the schema.',
    ]);
  });
});

describe('a condition', () => {
  test.for([
    [
      { if: { required: ['size'] }, then: {} },
      'A condition refers to the field "size", which the schema does not have.',
    ],
    [
      { if: { not: { properties: { size: {} } } }, then: {} },
      'A condition refers to the field "size", which the schema does not have.',
    ],
    [
      { if: { anyOf: [{ properties: { kind: { enum: ['Tablet', 'Watch'] } } }] }, then: {} },
      'A condition can never be true: "Tablet", "Watch" is not an option of the field "kind".',
    ],
    [
      { if: { properties: { isUrgent: { const: 'yes' } } }, then: {} },
      'A condition can never be true: "yes" is not an option of the field "isUrgent".',
    ],
    [
      { dependentRequired: { size: ['kind'] } },
      'A dependency refers to the field "size", which the schema does not have.',
    ],
    [{ dependencies: { kind: ['size'] } }, 'A dependency refers to the field "size", which the schema does not have.'],
    [{ required: ['size'] }, '"required" refers to the field "size", which the schema does not have.'],
    [{ then: { properties: {} } }, '"then" and "else" never apply without "if".'],
    [
      { allOf: [{ if: { required: ['size'] }, then: {} }] },
      'A condition refers to the field "size", which the schema does not have.',
    ],
  ] as const)('that cannot work is reported: %j', ([extra, fault]) => {
    expect(lint({ type: 'object', properties: device.properties, ...extra })).toEqual([fault]);
  });

  test('within a group or a list is reported with its place', () => {
    const group = { type: 'object', properties: { city: {} }, if: { required: ['street'] }, then: {} };
    const fault = 'A condition in "home" refers to the field "street", which the schema does not have.';
    expect(lint({ $defs: { group }, properties: { home: { $ref: '#/$defs/group' } } })).toEqual([fault]);
    expect(lint({ properties: { home: { type: 'array', items: group } } })).toEqual([fault]);
  });

  test('is not needed to report a list with a different schema for each place', () => {
    const fault = 'The list "pair" has a separate schema for each position, which is not supported.';
    expect(lint({ properties: { pair: { type: 'array', items: [{ type: 'string' }, { type: 'integer' }] } } })).toEqual(
      [fault],
    );
    expect(lint({ properties: { pair: { type: 'array', prefixItems: [{ type: 'string' }] } } })).toEqual([fault]);
  });

  test('on a field that another condition adds is valid', () => {
    const chained = {
      ...device,
      allOf: [{ if: { required: ['number'] }, then: { properties: { tariff: {} } } }],
    };
    expect(lint(chained, steps(['kind'], ['number'], ['tariff']))).toEqual([]);
  });
});

describe('the fields that are asked for', () => {
  const asked = (schema: object, answers: object) => [...askedFields(formOf(schema), answers as never)];

  test('follow conditions', () => {
    expect(asked(device, {})).toEqual(['kind', 'isUrgent']);
    expect(asked(device, { kind: 'Laptop' })).toEqual(['kind', 'isUrgent']);
    expect(asked(device, { kind: 'Phone' })).toEqual(['kind', 'isUrgent', 'number']);
  });

  test('follow dependencies and alternatives', () => {
    const schema = {
      properties: { mode: { enum: ['a', 'b'] } },
      dependencies: { mode: { properties: { detail: {} } } },
      oneOf: [
        { properties: { mode: { const: 'a' }, one: {} }, required: ['mode'] },
        { properties: { mode: { const: 'b' }, two: {} }, required: ['mode'] },
      ],
    };
    expect(asked(schema, {})).toEqual(['mode', 'one', 'two']);
    expect(asked(schema, { mode: 'b' })).toEqual(['mode', 'detail', 'two']);
  });

  test('keep their answers; answers that depend on a removed answer are removed too', () => {
    const { schema } = formOf({
      ...device,
      allOf: [{ if: { required: ['number'] }, then: { properties: { tariff: {} } } }],
    });
    const answers = { kind: 'Phone', number: '555', tariff: 'S', unknown: 1 };
    expect(askedAnswers(schema, schema, answers)).toEqual(answers);
    expect(askedAnswers(schema, schema, { ...answers, kind: 'Laptop' })).toEqual({ kind: 'Laptop', unknown: 1 });
  });
});

test('the form of the user guide has no faults', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../docs/guide/requests.md'), 'utf8');
  const [, text = ''] = /```json\n([^]*?)```/.exec(page) ?? [];
  const read = readIntakeForm(text);
  expect('form' in read && lintIntakeForm(read.form)).toEqual([]);
});
