import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Age, DateTime } from './date-time.tsx';
import { render } from '../testing/render.tsx';

const time = '2026-07-01T10:05:00.000Z';

describe('a time', () => {
  test('is shown in the local time zone with its name', async () => {
    await render(<DateTime time={time} />);
    await expect.element(page.getByRole('time')).toHaveTextContent('1/Jul/2026 12:05 GMT+2');
  });

  test('of a note has its own format', async () => {
    await render(<DateTime time={time} format="note" />);
    await expect.element(page.getByRole('time')).toHaveTextContent('12:05pm, Wed, 7/1/2026');
  });

  test('before 2022 is shown as missing', async () => {
    await render(
      <>
        <DateTime time="2021-12-31T23:59:59.999Z" />
        <Age time="0001-01-01T00:00:00.000Z" />
      </>,
    );
    await expect.element(page.getByText('N/A')).toBeVisible();
    expect(page.getByRole('time').elements()).toEqual([]);
  });

  test('can show its age', async () => {
    const before = new Date(Date.now() - 3 * 86_400_000 - 60_000).toISOString();
    await render(<DateTime time={before} withAge />);
    await expect.element(page.getByText('3 d', { exact: true })).toBeVisible();
  });
});
