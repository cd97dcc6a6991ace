import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Column } from './data-table-column.ts';
import { listHandler, ListOfPlaces, place, placeSet, type Place } from '../testing/list-of-places.tsx';
import { fakeServer } from '../testing/fake-server.ts';
import { render } from '../testing/render.tsx';

const drawn = vi.fn<(name: string) => void>();

const columns: readonly Column<Place>[] = [
  { field: 'name', header: 'Name', value: (row) => row.name, isLink: true },
  {
    field: 'city',
    header: 'City',
    value: (row) => row.city,
    width: 200,
    render: (row) => {
      drawn(row.name);
      return row.city;
    },
  },
];
const list = <ListOfPlaces columns={columns} poll={200} onOpen={() => undefined} onUse={() => undefined} />;

test('polled rows and selection re-render changed cells only', async () => {
  let rows = [place(1), place(2), place(3)];
  fakeServer({ [`GET ${placeSet}`]: listHandler(() => rows), 'GET /v1/preferences': () => ({}) });
  await render(list);
  await expect.element(page.getByRole('gridcell', { name: 'Oslo' }).nth(2)).toBeVisible();
  drawn.mockClear();
  rows = [place(1), { ...place(2), city: 'Bergen' }, place(3)];
  await expect.element(page.getByRole('gridcell', { name: 'Bergen' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select row' }).first().click();
  await expect.element(page.getByText('1 selected')).toBeVisible();
  expect(new Set(drawn.mock.calls.flat())).toEqual(new Set(['Place 2']));
});

test('a cell has its full text as tooltip', async () => {
  fakeServer({ [`GET ${placeSet}`]: listHandler(() => [place(1)]), 'GET /v1/preferences': () => ({}) });
  await render(list);
  await expect.element(page.getByRole('gridcell', { name: 'Oslo' })).toHaveAttribute('title', 'Oslo');
});
