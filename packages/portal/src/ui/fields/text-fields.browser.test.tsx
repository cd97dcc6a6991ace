import { timeSpanSchema } from '@cfs/contracts/time-span-schema';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { accessibilityViolations } from '../testing/accessibility-violations.ts';
import { renderForm } from '../testing/render-form.tsx';
import { DateTimeInput } from './date-time-input.tsx';
import { GuidInput } from './guid-input.tsx';
import { NumberInput } from './number-input.tsx';
import { TextInput } from './text-input.tsx';
import { TimeSpanInput } from './time-span-input.tsx';

const check = () => page.getByRole('button', { name: 'Check' }).click();

describe('a text with a limit', () => {
  const bar = () => page.getByRole('progressbar', { includeHidden: true });

  test('shows its length on a progress bar that changes colour', async () => {
    await renderForm({ note: '' }, <TextInput name="note" label="Note" rows={2} limit={10} />);
    const note = page.getByLabelText('Note');
    const colorAt = async (length: number) => {
      await note.fill('x'.repeat(length));
      await expect.element(page.getByText(`${length} of 10`)).toBeVisible();
      return /MuiLinearProgress-color(\w+)/.exec(String(bar().element().className))?.[1];
    };
    expect([await colorAt(7), await colorAt(8), await colorAt(10)]).toEqual(['Primary', 'Warning', 'Error']);
  });
});

describe('the progress bar of an empty text', () => {
  test('has no filled track', async () => {
    await renderForm({ note: '' }, <TextInput name="note" label="Note" rows={2} limit={10} />);
    const bar = page.getByRole('progressbar', { includeHidden: true });
    expect(getComputedStyle(bar.element()).backgroundColor).toBe('rgba(0, 0, 0, 0)');
  });
});

describe('a number', () => {
  test('is a number in the form, and null when empty', async () => {
    const { values } = await renderForm({ size: 5 }, <NumberInput name="size" label="Size" unit="s" min={0} />);
    await page.getByLabelText('Size').fill('42');
    expect(values()).toEqual({ size: 42 });
    await page.getByLabelText('Size').fill('');
    expect(values()).toEqual({ size: null });
  });
});

describe('a date and time', () => {
  test('is shown in the local time zone and stored in UTC', async () => {
    const start = '2026-07-01T10:30:00.000Z';
    const { values } = await renderForm({ start }, <DateTimeInput name="start" label="Start" />);
    await expect.element(page.getByLabelText('Start')).toHaveValue('2026-07-01T12:30');
    await expect.element(page.getByText('1/Jul/2026 12:30 GMT+2')).toBeVisible();
    await page.getByLabelText('Start').fill('2026-12-24T18:00');
    expect(values()).toEqual({ start: '2026-12-24T17:00:00.000Z' });
    await expect.element(page.getByText('24/Dec/2026 18:00 GMT+1')).toBeVisible();
    await page.getByLabelText('Start').fill('');
    expect(values()).toEqual({ start: null });
  });
});

test('the year of a date and time can be typed digit by digit', async () => {
  const { values } = await renderForm(
    { start: '2026-07-01T10:30:00.000Z' },
    <DateTimeInput name="start" label="Start" />,
  );
  await page.getByLabelText('Start').click({ position: { x: 20, y: 16 } });
  await userEvent.keyboard('{Tab}{Tab}2027');
  await expect.element(page.getByLabelText('Start')).toHaveValue('2027-07-01T12:30');
  expect(values()).toEqual({ start: '2027-07-01T10:30:00.000Z' });
});

describe('an incomplete value', () => {
  const start = '2026-07-01T10:30:00.000Z';
  const schema = z.looseObject({ start: z.iso.datetime().nullable(), size: z.number().nullable() });

  test('of a date is an error, and never saved as null', async () => {
    const { values } = await renderForm({ start }, <DateTimeInput name="start" label="Start" />, {
      schema: schema.pick({ start: true }),
    });
    await page.getByLabelText('Start').click({ position: { x: 20, y: 16 } });
    await userEvent.keyboard('{Delete}');
    await check();
    await expect.element(page.getByText('Please enter a valid date')).toBeVisible();
    expect(values()).not.toEqual({ start: null });
    await page.getByLabelText('Start').fill('2026-07-02T12:30');
    await expect.element(page.getByText('Please enter a valid date')).not.toBeInTheDocument();
    expect(values()).toEqual({ start: '2026-07-02T10:30:00.000Z' });
  });

  test('of a date in an empty input is an error too', async () => {
    await renderForm({ start: null }, <DateTimeInput name="start" label="Start" />, {
      schema: schema.pick({ start: true }),
    });
    await page.getByLabelText('Start').click({ position: { x: 20, y: 16 } });
    await userEvent.keyboard('12{Enter}');
    await expect.element(page.getByText('Please enter a valid date')).toBeVisible();
  });

  test('of a number is an error, and the typed text is kept', async () => {
    const { values } = await renderForm({ size: 5 }, <NumberInput name="size" label="Size" />, {
      schema: schema.pick({ size: true }),
    });
    await page.getByLabelText('Size').click();
    await userEvent.keyboard('{Control>}a{/Control}1e');
    await check();
    await expect.element(page.getByText('Please enter a number.')).toBeVisible();
    await page.getByLabelText('Size').click();
    await userEvent.keyboard('{End}2');
    await expect.poll(values).toEqual({ size: 100 });
  });
});

describe('a time span', () => {
  test.for([
    ['00:05:00', '00:05:00', '5 min'],
    ['1:2:3', '01:02:03', '1 h 2 min 3 s'],
    ['36:00:00', '1.12:00:00', '1 d 12 h'],
    ['2.00:00', '2.00:00:00', '2 d'],
  ] as const)('%s is normalized to %s and shown in words', async ([typed, written, words]) => {
    const { values } = await renderForm({ every: '' }, <TimeSpanInput name="every" label="Interval" />);
    await page.getByLabelText('Interval').fill(typed);
    await userEvent.keyboard('{Tab}');
    expect(values()).toEqual({ every: written });
    await expect.element(page.getByText(words, { exact: true })).toBeVisible();
  });

  test('shows the expected format when it is invalid', async () => {
    const schema = z.object({ every: timeSpanSchema });
    await renderForm({ every: '' }, <TimeSpanInput name="every" label="Interval" />, { schema });
    await page.getByLabelText('Interval').fill('soon');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Please enter a time span as HH:mm:ss or d.HH:mm:ss.')).toBeVisible();
    await expect.element(page.getByLabelText('Interval')).toHaveFocus();
  });
});

describe('a GUID', () => {
  const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

  test('is normalized when pasted', async () => {
    const { values } = await renderForm({ id: '' }, <GuidInput name="id" label="Block ID" />);
    await page.getByLabelText('Block ID').fill(` {${id.toUpperCase()}} `);
    await userEvent.keyboard('{Tab}');
    expect(values()).toEqual({ id });
  });

  test('that is invalid shows an error', async () => {
    const schema = z.object({ id: z.guid('Please enter a valid GUID.') });
    await renderForm({ id: '' }, <GuidInput name="id" label="Block ID" />, { schema });
    await page.getByLabelText('Block ID').fill('17');
    await check();
    await expect.element(page.getByText('Please enter a valid GUID.')).toBeVisible();
  });
});

describe('text fields', () => {
  const fields = (
    <>
      <TextInput name="name" label="Name" required help="As on the door" />
      <TextInput name="note" label="Note" rows={2} limit={10} />
      <NumberInput name="size" label="Size" unit="s" />
      <DateTimeInput name="start" label="Start" />
      <TimeSpanInput name="every" label="Interval" />
      <GuidInput name="id" label="Block ID" />
    </>
  );
  const values = { name: '', note: 'abc', size: 3, start: '2026-07-01T10:30:00.000Z', every: '00:05:00', id: '' };

  test.for(['light', 'dark'] as const)('have no accessibility violations, %s', async (theme) => {
    const schema = z.looseObject({ name: z.string().min(1, 'Please enter a name.') });
    await renderForm(values, fields, { theme, schema });
    await check();
    await expect.element(page.getByText('Please enter a name.')).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
  });

  test('are disabled without permission to edit', async () => {
    await renderForm(values, fields, { isReadOnly: true });
    for (const box of page.getByRole('textbox').all()) await expect.element(box).toBeDisabled();
  });
});
