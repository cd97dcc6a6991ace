import { readIntakeForm, type IntakeForm } from '@cfs/contracts/intake';
import { createAnswerCheck } from '@cfs/contracts/intake-answers';
import { useEffect } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityViolations } from '../../ui/testing/accessibility-violations.ts';
import { render } from '../../ui/testing/render.tsx';
import { IntakeWizard } from './intake-wizard.tsx';
import { pruneAnswers } from './prune-answers.ts';
import { useIntakeWizard } from './use-intake-wizard.ts';

const formOf = (properties: object, rest: object = {}, uischema: object = {}): IntakeForm => {
  const read = readIntakeForm(JSON.stringify({ schema: { properties, ...rest }, uischema }));
  if ('fault' in read) throw new Error(read.fault);
  return read.form;
};

let answers: unknown;
const Filled = ({ form }: { readonly form: IntakeForm }) => {
  const wizard = useIntakeWizard(form);
  useEffect(() => {
    answers = pruneAnswers(form.schema, wizard.answers);
  }, [form, wizard.answers]);
  return (
    <main>
      <h1>Work units</h1>
      <h2>Intake</h2>
      <IntakeWizard form={form} wizard={wizard} />
    </main>
  );
};

const show = async (properties: object, rest?: object, uischema?: object): Promise<IntakeForm> => {
  const form = formOf(properties, rest, uischema);
  answers = undefined;
  await render(<Filled form={form} />);
  return form;
};

/**
 * Expects that the answers become the given ones, that the form accepts them, and that there are no accessibility
 * violations.
 */
const expectAnswers = async (form: IntakeForm, expected: unknown): Promise<void> => {
  await expect.poll(() => answers).toEqual(expected);
  expect(createAnswerCheck(form)(answers)).toEqual([]);
  expect(await accessibilityViolations()).toEqual([]);
};

const pick = async (label: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

test('texts, with and without a format', async () => {
  const form = await show({
    plain: { type: 'string', title: 'Plain', minLength: 2, maxLength: 10, pattern: '^[A-Z]' },
    mail: { type: 'string', title: 'Mail', format: 'email' },
    site: { type: 'string', title: 'Site', format: 'uri' },
    day: { type: 'string', title: 'Day', format: 'date' },
    clock: { type: 'string', title: 'Clock', format: 'time' },
    host: { type: 'string', title: 'Host', format: 'hostname' },
    address: { type: 'string', title: 'Address', format: 'ipv4' },
    id: { type: 'string', title: 'Id', format: 'uuid' },
    span: { type: 'string', title: 'Span', format: 'duration' },
  });
  const texts = {
    Plain: 'Abc',
    Mail: 'a@b.example',
    Site: 'https://a.example/b',
    Day: '2026-12-01',
    Clock: '10:15',
    Host: 'a.example',
    Address: '192.0.2.1',
    Id: '7d0f5f2e-7b0c-4a4e-9c3c-0b8b8a7f9a11',
    Span: 'P1DT2H',
  };
  for (const [label, text] of Object.entries(texts)) {
    const input = page.getByLabelText(label, { exact: true });
    await input.fill(text);
  }
  await expect.poll(() => (answers as Record<string, string>)['clock']).toMatch(/^10:15/);
  await expectAnswers(form, {
    plain: 'Abc',
    mail: 'a@b.example',
    site: 'https://a.example/b',
    day: '2026-12-01',
    clock: expect.stringMatching(/^10:15/) as string,
    host: 'a.example',
    address: '192.0.2.1',
    id: texts.Id,
    span: 'P1DT2H',
  });
});

test('a date with a time', async () => {
  const form = await show({ moment: { type: 'string', title: 'Moment', format: 'date-time' } });
  await page.getByLabelText('Moment').fill('2026-12-01T10:15');
  await expect.poll(() => (answers as Record<string, string>)['moment']).toMatch(/^2026-12-01T0?9:15/);
  expect(createAnswerCheck(form)(answers)).toEqual([]);
});

test('numbers', async () => {
  const form = await show(
    {
      count: { type: 'integer', title: 'Count', minimum: 1, maximum: 9 },
      price: { type: 'number', title: 'Price', exclusiveMinimum: 0, multipleOf: 0.5 },
      grade: { type: 'integer', title: 'Grade', enum: [1, 2, 3] },
    },
    {},
    { count: { 'ui:widget': 'updown' } },
  );
  await page.getByLabelText('Count').fill('3');
  await page.getByLabelText('Price').fill('2.5');
  await pick('Grade', '2');
  await expectAnswers(form, { count: 3, price: 2.5, grade: 2 });
});

test('booleans with each widget', async () => {
  const form = await show(
    {
      box: { type: 'boolean', title: 'Box' },
      radio: { type: 'boolean', title: 'Radio' },
      choice: { type: 'boolean', title: 'Choice' },
      agreed: { type: 'boolean', title: 'Agreed', const: true },
    },
    { required: ['agreed'] },
    { radio: { 'ui:widget': 'radio' }, choice: { 'ui:widget': 'select' } },
  );
  await page.getByLabelText('Box').click();
  await page.getByRole('group', { name: 'Radio' }).getByRole('radio', { name: 'No' }).click();
  await pick('Choice', 'Yes');
  await page.getByLabelText('Agreed').click();
  await expectAnswers(form, { box: true, radio: false, choice: true, agreed: true });
});

test('choices: listed, titled, mixed, constant and multiple', async () => {
  const form = await show({
    color: { title: 'Color', enum: ['red', 'green'] },
    size: {
      title: 'Size',
      oneOf: [
        { const: 's', title: 'Small' },
        { const: 'l', title: 'Large' },
      ],
    },
    mixed: { title: 'Mixed', enum: ['a', 1, true] },
    systems: { type: 'array', title: 'Systems', uniqueItems: true, items: { enum: ['Mail', 'Payroll'] } },
  });
  await pick('Color', 'green');
  await pick('Size', 'Large');
  await pick('Mixed', '1');
  await page.getByLabelText('Payroll').click();
  await expectAnswers(form, { color: 'green', size: 'l', mixed: 1, systems: ['Payroll'] });
});

test('nullable types', async () => {
  const form = await show({
    note: { type: ['string', 'null'], title: 'Note' },
    level: { type: ['integer', 'null'], title: 'Level' },
  });
  await page.getByLabelText('Note').fill('x');
  await page.getByLabelText('Level').fill('4');
  await expectAnswers(form, { note: 'x', level: 4 });
});

test('nested groups and lists', async () => {
  const form = await show({
    home: {
      type: 'object',
      title: 'Home',
      required: ['city'],
      properties: {
        city: { type: 'string', title: 'City' },
        geo: { type: 'object', title: 'Geo', properties: { zone: { type: 'string', title: 'Zone' } } },
      },
    },
    plates: { type: 'array', title: 'Plates', minItems: 1, maxItems: 2, items: { type: 'string', title: 'Plate' } },
    people: {
      type: 'array',
      title: 'People',
      items: { type: 'object', properties: { name: { type: 'string', title: 'Name' } } },
    },
  });
  await page.getByLabelText('City').fill('Oslo');
  await page.getByLabelText('Zone').fill('North');
  await page.getByRole('group', { name: 'Plates' }).getByRole('button', { name: 'Add' }).click();
  await page.getByRole('textbox', { name: 'Plate' }).fill('A-1');
  await page.getByRole('group', { name: 'People' }).getByRole('button', { name: 'Add' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada');
  await expectAnswers(form, {
    home: { city: 'Oslo', geo: { zone: 'North' } },
    plates: ['A-1'],
    people: [{ name: 'Ada' }],
  });
});

test('references, and several schemas combined by allOf', async () => {
  const form = await show(
    {
      one: { $ref: '#/$defs/line', title: 'One' },
      both: { title: 'Both', allOf: [{ type: 'string' }, { minLength: 2 }] },
    },
    { $defs: { line: { type: 'string', maxLength: 5 } } },
  );
  await page.getByLabelText('One').fill('abc');
  await page.getByLabelText('Both').fill('ab');
  await expectAnswers(form, { one: 'abc', both: 'ab' });
});

test('fields that conditions add: if, dependencies and dependent schemas', async () => {
  const form = await show(
    {
      kind: { title: 'Kind', enum: ['Phone', 'Laptop'] },
      card: { type: 'string', title: 'Card' },
      rush: { type: 'boolean', title: 'Rush' },
    },
    {
      allOf: [
        {
          if: { properties: { kind: { const: 'Phone' } }, required: ['kind'] },
          then: { properties: { number: { type: 'string', title: 'Number' } }, required: ['number'] },
          else: { properties: { screen: { type: 'string', title: 'Screen' } } },
        },
      ],
      dependencies: { card: { properties: { expiry: { type: 'string', title: 'Expiry' } } } },
      dependentSchemas: { rush: { properties: { reason: { type: 'string', title: 'Reason' } } } },
    },
  );
  await pick('Kind', 'Phone');
  await page.getByLabelText('Number').fill('555');
  await page.getByLabelText('Card').fill('1');
  await page.getByLabelText('Expiry').fill('12/30');
  await page.getByLabelText('Rush').click();
  await page.getByLabelText('Reason').fill('Now');
  await expectAnswers(form, { kind: 'Phone', number: '555', card: '1', expiry: '12/30', rush: true, reason: 'Now' });
});

test('removes the answers to fields whose condition no longer holds', async () => {
  const phone = { if: { properties: { kind: { const: 'Phone' } }, required: ['kind'] } };
  const form = await show(
    {
      kind: { title: 'Kind', enum: ['Phone', 'Laptop'] },
      place: {
        title: 'Place',
        type: 'object',
        properties: { far: { type: 'boolean', title: 'Far away' } },
        if: { properties: { far: { const: true } }, required: ['far'] },
        then: { properties: { town: { type: 'string', title: 'Town' } } },
      },
    },
    {
      allOf: [
        { ...phone, then: { properties: { number: { type: 'string', title: 'Number' } } } },
        { dependentSchemas: { number: { properties: { pin: { type: 'string', title: 'PIN' } } } } },
      ],
    },
  );
  await pick('Kind', 'Phone');
  await page.getByLabelText('Number').fill('555');
  await page.getByLabelText('PIN').fill('1234');
  await page.getByLabelText('Far away').click();
  await page.getByLabelText('Town').fill('Oslo');
  await expectAnswers(form, { kind: 'Phone', number: '555', pin: '1234', place: { far: true, town: 'Oslo' } });
  await pick('Kind', 'Laptop');
  await page.getByLabelText('Far away').click();
  await expectAnswers(form, { kind: 'Laptop', place: { far: false } });
});

test('a choice between several groups', async () => {
  const form = await show({
    contact: {
      title: 'Contact',
      oneOf: [
        {
          title: 'By mail',
          type: 'object',
          properties: { mail: { type: 'string', title: 'Mail' } },
          required: ['mail'],
          additionalProperties: false,
        },
        {
          title: 'By phone',
          type: 'object',
          properties: { phone: { type: 'string', title: 'Phone' } },
          required: ['phone'],
          additionalProperties: false,
        },
      ],
    },
  });
  await page.getByRole('combobox').first().click();
  await page.getByRole('option', { name: 'By phone' }).click();
  await page.getByRole('textbox', { name: 'Phone' }).fill('555');
  await expectAnswers(form, { contact: { phone: '555' } });
});

test('shows a step with conditional fields once its condition holds', async () => {
  await show(
    { kind: { title: 'Kind', enum: ['Phone', 'Laptop'] } },
    {
      if: { properties: { kind: { const: 'Phone' } }, required: ['kind'] },
      then: { properties: { number: { type: 'string', title: 'Number' } } },
    },
    {
      'ui:stepper': [
        { title: 'Device', fields: ['kind'] },
        { title: 'Phone', fields: ['number'] },
      ],
    },
  );
  await expect.element(page.getByRole('group', { name: 'Step 1 of 1: Device' })).toBeVisible();
  await pick('Kind', 'Phone');
  await expect.element(page.getByRole('group', { name: 'Step 1 of 2: Device' })).toBeVisible();
  await pick('Kind', 'Laptop');
  await expect.element(page.getByRole('group', { name: 'Step 1 of 1: Device' })).toBeVisible();
});
