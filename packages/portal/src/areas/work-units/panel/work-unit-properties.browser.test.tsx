import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../../ui/testing/render.tsx';
import { WorkUnitProperties } from './work-unit-properties.tsx';

test('keys and values are rendered literally', async () => {
  await render(<WorkUnitProperties text={JSON.stringify({ '<b>Rack</b>': '<img src=x>', Slots: [1, 2] })} />);
  const table = page.getByRole('table', { name: 'Properties' });
  await expect.element(table.getByText('<b>Rack</b>')).toBeVisible();
  await expect.element(table.getByText('<img src=x>')).toBeVisible();
  await expect.element(table.getByText('[1,2]')).toBeVisible();
  expect(table.element().querySelector('b, img')).toBeNull();
});

test.for([null, '', '{}', '{', '"text"'])('%j shows the empty state', async (text) => {
  await render(<WorkUnitProperties text={text} />);
  await expect.element(page.getByText('No properties found.')).toBeVisible();
  await expect.element(page.getByText('This work unit does not have any additional properties.')).toBeVisible();
});
