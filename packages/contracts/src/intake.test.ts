import { describe, expect, test } from 'vitest';
import { createAnswerCheck, patternFaults } from './intake-answers.ts';
import { intakeLimits } from './intake-schema.ts';
import { stepsOf } from './intake-steps.ts';
import { describeAnswers } from './intake-text.ts';
import { readIntakeForm, type IntakeForm } from './intake.ts';

const formOf = (schema: object, uischema: object = {}): IntakeForm => {
  const read = readIntakeForm(JSON.stringify({ schema, uischema }));
  if ('fault' in read) throw new Error(read.fault);
  return read.form;
};

const faultOf = (value: unknown): string | undefined => {
  const read = readIntakeForm(typeof value === 'string' ? value : JSON.stringify(value));
  return 'fault' in read ? read.fault : undefined;
};

const faults = (schema: object, answers: unknown): readonly string[] =>
  createAnswerCheck(formOf(schema))(answers).map(({ path, message }) => `${path.join('.')}: ${message}`);

const employee = formOf(
  {
    title: 'New employee',
    type: 'object',
    required: ['name', 'start'],
    $defs: { place: { type: 'object', properties: { city: { type: 'string', title: 'City' } } } },
    properties: {
      name: { type: 'string', title: 'Full name', minLength: 2 },
      start: { type: 'string', title: 'First day', format: 'date' },
      laptop: {
        title: 'Laptop',
        oneOf: [
          { const: 'small', title: '13 inch' },
          { const: 'large', title: '16 inch' },
        ],
      },
      systems: { type: 'array', title: 'Systems', uniqueItems: true, items: { enum: ['Mail', 'Payroll'] } },
      desk: { title: 'Desk', $ref: '#/$defs/place' },
      note: { type: 'string' },
    },
  },
  {
    'ui:stepper': [
      { title: 'Person', fields: ['name', 'start'] },
      { title: 'Equipment', description: 'What is on the desk.', fields: ['laptop', 'systems', 'desk'] },
    ],
  },
);

describe('a form', () => {
  test('is JSON with a schema of an object', () => {
    expect(faultOf('a,b')).toBe('The schema must be JSON.');
    expect(faultOf('[]')).toBe('The JSON must have the members "schema" and "uischema".');
    expect(faultOf({ schema: { type: 'string' } })).toBe('The schema must be of an object.');
    expect(faultOf({ schema: {} })).toBeUndefined();
  });

  test('must not refer to itself or to another document', () => {
    const loop = {
      $defs: { a: { properties: { b: { $ref: '#/$defs/a' } } } },
      properties: { a: { $ref: '#/$defs/a' } },
    };
    expect(faultOf({ schema: loop })).toBe('The schema refers to itself.');
    const elsewhere = { properties: { a: { $ref: 'https://example.com/schema' } } };
    expect(faultOf({ schema: elsewhere })).toBe('The reference https://example.com/schema does not resolve.');
    expect(faultOf({ schema: { $id: 'a' } })).toBe('The keyword $id is not supported.');
    expect(faultOf({ schema: { properties: { $id: {}, id: {} } } })).toBeUndefined();
  });

  test('is bounded in depth and size', () => {
    const doubled = Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [`a${n}`, { allOf: Array(2).fill({ $ref: `#/$defs/a${n + 1}` }) }]),
    );
    const bomb = { $defs: { ...doubled, a20: { type: 'string' } }, properties: { a: { $ref: '#/$defs/a0' } } };
    expect(faultOf({ schema: bomb })).toMatch(/^The schema is (too large|nested too deeply)\.$/);
    const wide = {
      $defs: Object.fromEntries(Object.entries(bomb.$defs).slice(8)),
      properties: { a: { $ref: '#/$defs/a8' } },
    };
    expect(faultOf({ schema: wide })).toMatch(/^The schema is (too large|nested too deeply)\.$/);
    expect(faultOf(`{"schema":${'{"not":'.repeat(5_000)}{}${'}'.repeat(5_000)}}`)).toBe(
      'The schema is nested too deeply.',
    );
    expect(faultOf(`{"schema":{"default":${'['.repeat(5_000)}${']'.repeat(5_000)}}}`)).toBe(
      'The schema is nested too deeply.',
    );
    expect(faultOf({ schema: { enum: Array(intakeLimits.values).fill(1) } })).toBe('The schema is too large.');
    expect(faultOf({ schema: { properties: { a: { type: 'array', minItems: 1e9 } } } })).toContain('minItems');
  });

  test.for([
    { required: 5 },
    { enum: 'a' },
    { allOf: {} },
    { properties: { a: { type: 'letters' } } },
    { properties: 3 },
    { not: 'a' },
    { minLength: 'a' },
    { pattern: 'a'.repeat(501) },
    { patternProperties: { a: {} } },
  ])('rejects an invalid keyword value: %j', (schema) => {
    expect(faultOf({ schema })).toMatch(/^The keyword /);
  });
});

describe('answers', () => {
  test('that satisfy the form have no errors', () => {
    const check = createAnswerCheck(employee);
    const answers = { name: 'Anna', start: '2026-12-01', laptop: 'small', systems: ['Mail'], desk: { city: 'Oslo' } };
    expect(check(answers)).toEqual([]);
  });

  test('report each error at its path in plain words', () => {
    const check = createAnswerCheck(employee);
    expect(check({ name: 'A', laptop: 'huge', systems: ['Mail', 'Mail'], desk: { city: 1 } })).toEqual([
      { path: ['start'], message: 'Please fill this in.' },
      { path: ['name'], message: 'Must be at least 2 characters long.' },
      { path: ['laptop'], message: 'Please choose one of the options.' },
      { path: ['systems'], message: 'Each entry may occur only once.' },
      { path: ['desk', 'city'], message: 'Must be text.' },
    ]);
    expect(check([])).toEqual([{ path: [], message: 'The answers must be a JSON object.' }]);
  });

  test('follow conditions between fields', () => {
    const schema = {
      properties: { remote: { type: 'boolean' } },
      if: { properties: { remote: { const: true } }, required: ['remote'] },
      then: { required: ['address'] },
    };
    expect(faults(schema, { remote: false })).toEqual([]);
    expect(faults(schema, { remote: true })).toEqual(['address: Please fill this in.']);
  });

  test('report the errors of the intended alternative, or the choice if none is intended', () => {
    const schema = {
      properties: { phone: { type: 'boolean' } },
      dependencies: {
        phone: {
          oneOf: [
            { properties: { phone: { enum: [false] } } },
            { properties: { phone: { enum: [true] }, number: { type: 'string' } }, required: ['number'] },
          ],
        },
      },
    };
    expect(faults(schema, { phone: false })).toEqual([]);
    expect(faults(schema, { phone: true })).toEqual(['number: Please fill this in.']);
    expect(faults(schema, { phone: true, number: 5 })).toEqual([': Please choose one of the options.']);
    const free = { oneOf: [{ required: ['a'] }, { required: ['b'] }] };
    expect(faults(free, {})).toEqual([': Please choose one of the options.']);
  });

  test('are matched with patterns in linear time', () => {
    const schema = { properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
    expect(faults(schema, { a: 'a'.repeat(3_000) })).toEqual([]);
    expect(faults(schema, { a: `${'a'.repeat(3_000)}!` })).toEqual(['a: This is not in the expected form.']);
    expect(patternFaults(formOf({ properties: { a: { pattern: '(a)\\1' }, b: { pattern: '^a$' } } }))).toEqual([
      '(a)\\1',
    ]);
  });

  test('are not matched with oversized patterns', () => {
    const long = 'a[ab]{0,999}[cd]';
    expect(patternFaults(formOf({ properties: { a: { pattern: long }, b: { pattern: '^a$' } } }))).toEqual([long]);
    const large = Array.from({ length: 6 }, (_, index) => [`f${index}`, { pattern: `x{450}${index}` }] as const);
    expect(patternFaults(formOf({ properties: Object.fromEntries(large) }))).toEqual(['x{450}5']);
    const list = { properties: { a: { type: 'array', items: { type: 'string', pattern: 'a[ab]{0,300}[cd]' } } } };
    expect(faults(list, { a: ['abc'] })).toEqual([]);
    expect(faults(list, { a: Array.from({ length: 100 }, () => 'ab'.repeat(2_000)) })).toEqual([
      ': There are too many answers.',
    ]);
  });

  test('are matched with the patterns of fields that are named like keywords', () => {
    const schema = { properties: { default: { type: 'string', pattern: '^(a+)+$' }, pattern: { type: 'string' } } };
    expect(faults(schema, { default: `${'a'.repeat(3_000)}!`, pattern: 'b' })).toHaveLength(1);
  });

  test('are rejected without validation if it would exceed the budget', () => {
    const schema = { properties: { a: { type: 'array', uniqueItems: true, items: {} } } };
    expect(faults(schema, { a: Array.from({ length: 300_000 }, (_, n) => n) })).toEqual([
      ': There are too many answers.',
    ]);
    expect(faults(schema, { a: ['x'.repeat(4_001)] })).toEqual(['a.0: Must be at most 4000 characters.']);
  });

  test.for(['__proto__', 'constructor', 'toString', 'url', 'no such'])('ignore a format named %s', (format) => {
    expect(faults({ properties: { a: { format } } }, { a: 'b' })).toEqual([]);
  });
});

describe('the steps', () => {
  test('are those of the stepper, with other fields in the last', () => {
    expect(stepsOf(employee)).toEqual([
      { title: 'Person', description: '', fields: ['name', 'start'] },
      { title: 'Equipment', description: 'What is on the desk.', fields: ['laptop', 'systems', 'desk', 'note'] },
    ]);
  });

  test('are the categories of a Categorization', () => {
    const control = (field: string) => ({ type: 'Control', scope: `#/properties/${field}` });
    const categories = {
      type: 'Categorization',
      elements: [
        { type: 'Category', label: 'One', elements: [{ type: 'Group', elements: [control('a')] }] },
        { type: 'Category', label: 'Two', elements: [control('b')] },
      ],
    };
    const form = formOf({ properties: { a: {}, b: {}, c: {} } }, categories);
    expect(stepsOf(form).map(({ title, fields }) => [title, fields])).toEqual([
      ['One', ['a']],
      ['Two', ['b', 'c']],
    ]);
  });

  test('are the groups of the form, or a single step, without a stepper', () => {
    const group = { type: 'object', title: 'A group' };
    expect(stepsOf(formOf({ properties: { a: group, b: group } }))).toHaveLength(2);
    expect(stepsOf(formOf({ title: 'All', properties: { a: group, b: {} } }))).toEqual([
      { title: 'All', description: '', fields: ['a', 'b'] },
    ]);
    expect(stepsOf(formOf({}))).toHaveLength(1);
  });
});

describe('the text of answers', () => {
  test('starts with the form and the first answer, then lists all answers', () => {
    const answers = {
      start: '2026-12-01',
      name: 'Anna\n Berg',
      laptop: 'small',
      systems: ['Mail', 'Payroll'],
      desk: { city: 'Oslo' },
    };
    expect(describeAnswers(employee, answers)).toEqual({
      title: 'New employee: Anna Berg',
      description:
        'Person\nFull name: Anna\n Berg\nFirst day: 2026-12-01\n\nEquipment\nLaptop: 13 inch\nSystems: Mail, Payroll\nDesk, City: Oslo',
    });
  });

  test('uses titles of fields that a condition adds', () => {
    const form = formOf({
      properties: { remote: { type: 'boolean', title: 'Works from home' } },
      dependencies: {
        remote: { oneOf: [{ properties: { remote: { enum: [true] }, router: { title: 'Router' } } }] },
      },
      if: {},
      then: { properties: { street: { title: 'Street' } } },
    });
    const answers = { remote: true, router: 'Fibre', street: 'Main' };
    expect(describeAnswers(form, answers).description).toBe('Works from home: Yes\nRouter: Fibre\nStreet: Main');
  });

  test('respects the length limits of a work unit', () => {
    const { title, description } = describeAnswers(employee, { name: 'n'.repeat(4_000), note: '<b>no</b>' });
    expect([title.length, description.length]).toEqual([500, 4_000]);
    expect(describeAnswers(formOf({}), {})).toEqual({ title: 'Intake', description: '' });
  });
});
