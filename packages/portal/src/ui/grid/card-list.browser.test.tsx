import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Column } from './data-table-column.ts';
import { useListScreen } from '../list/use-list-screen.ts';
import { ListScreen } from '../list/list-screen.tsx';
import { useAddressQuery } from '../../lib/address-query.ts';
import { listHandler, place, placeSet, type Place } from '../testing/list-of-places.tsx';
import { fakeServer } from '../testing/fake-server.ts';
import { render } from '../testing/render.tsx';

const drawn = vi.fn<(name: string) => void>();

const columns: readonly Column<Place>[] = [
  { field: 'name', header: 'Name', value: (row) => row.name, isLink: true, card: true },
  {
    field: 'city',
    header: 'City',
    value: (row) => row.city,
    card: true,
    render: (row) => {
      drawn(row.name);
      return row.city;
    },
  },
];
const placeId = ({ id }: Place): string => id;

/** A list with the id of the open row in the URL, like a list with a panel beside it. */
const Places = () => {
  const [{ open }, patch] = useAddressQuery();
  const screen = useListScreen<Place>({
    name: 'places',
    set: placeSet,
    columns,
    sort: [{ field: 'name', direction: 'asc' }],
    size: 25,
  });
  return (
    <ListScreen
      title="Places"
      screen={screen}
      rowId={placeId}
      openBeside={open}
      onOpen={(row) => patch({ open: row.id })}
      emptyTitle="No places yet"
    />
  );
};

const show = async (count: number) => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 800));
  const rows = Array.from({ length: count }, (_, index) => place(index + 1));
  fakeServer({ [`GET ${placeSet}`]: listHandler(() => rows), 'GET /v1/preferences': () => ({}) });
  await render(<Places />);
};

test('opening the next row re-renders only the cards of the two rows', async () => {
  await show(4);
  await page.getByRole('button', { name: 'Place 1' }).click();
  await expect.element(page.getByRole('listitem').first()).toHaveAttribute('aria-current', 'true');
  drawn.mockClear();
  await page.getByRole('button', { name: 'Place 2' }).click();
  await expect.element(page.getByRole('listitem').nth(1)).toHaveAttribute('aria-current', 'true');
  expect(new Set(drawn.mock.calls.flat())).toEqual(new Set(['Place 1', 'Place 2']));
});

test('all rows of a page are rendered as cards', async () => {
  await show(40);
  await expect.element(page.getByRole('button', { name: 'Place 25', exact: true })).toBeInTheDocument();
  await expect.element(page.getByRole('listitem')).toHaveLength(25);
});
