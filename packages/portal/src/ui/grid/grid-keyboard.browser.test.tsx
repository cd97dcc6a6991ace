import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Column } from './data-table-column.ts';
import { ListScreen } from '../list/list-screen.tsx';
import { RowAction } from './row-action.tsx';
import { listHandler, place, placeSet, type Place } from '../testing/list-of-places.tsx';
import { fakeServer } from '../testing/fake-server.ts';
import { render } from '../testing/render.tsx';
import { useListScreen } from '../list/use-list-screen.ts';

const columns: readonly Column<Place>[] = [
  { field: 'name', header: 'Name', value: (row) => row.name, isLink: true },
  { field: 'city', header: 'City', value: (row) => row.city },
];
const placeId = (row: Place): string => row.id;

interface PlacesProps {
  readonly onOpen: (name: string) => void;
  readonly onDelete: (name: string) => void;
}

const Places = ({ onOpen, onDelete }: PlacesProps) => (
  <ListScreen
    title="Places"
    screen={useListScreen<Place>({ name: 'places', set: placeSet, columns })}
    rowId={placeId}
    onOpen={(row) => onOpen(row.name)}
    rowActions={(row) => <RowAction label={`Delete ${row.name}`} icon="x" onClick={() => onDelete(row.name)} />}
    emptyTitle="No places"
  />
);

const show = async () => {
  const server = fakeServer({
    [`GET ${placeSet}`]: listHandler(() => Array.from({ length: 30 }, (_, index) => place(index + 1))),
    'GET /v1/preferences': () => ({}),
  });
  const [onOpen, onDelete] = [vi.fn<(name: string) => void>(), vi.fn<(name: string) => void>()];
  const screen = await render(<Places onOpen={onOpen} onDelete={onDelete} />);
  await page.getByRole('gridcell', { name: 'Oslo' }).first().click();
  const orders = () => server.requests.flatMap(({ query }) => query.get('$orderby') ?? []);
  return { screen, onOpen, onDelete, order: () => orders().at(-1) };
};

test('arrow keys move to a column header, and Enter sorts', async () => {
  const { screen, order } = await show();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(page.getByRole('columnheader', { name: 'City' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(order).toBe('city asc');
  await userEvent.keyboard('{Enter}');
  await expect.poll(order).toBe('city desc');
  expect(screen.address()).toMatch(/sort=-city$/);
});

test('row actions are usable by keyboard', async () => {
  const { onDelete, onOpen } = await show();
  await userEvent.keyboard('{ArrowDown}{End}');
  await expect.element(page.getByRole('button', { name: 'Delete Place 2' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect([onDelete.mock.calls, onOpen.mock.calls]).toEqual([[['Place 2']], []]);
});

test('the link of a row is usable by keyboard', async () => {
  const { onOpen } = await show();
  await userEvent.keyboard('{ArrowDown}{Home}{Tab}');
  await expect.element(page.getByRole('button', { name: 'Place 2', exact: true })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(onOpen.mock.calls).toEqual([['Place 2']]);
});

test('paging is usable by keyboard and updates the URL', async () => {
  const { screen } = await show();
  page.getByRole('button', { name: 'Go to next page' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(screen.address).toMatch(/page=2$/);
  await expect.element(page.getByText('Place 11', { exact: true })).toBeVisible();
});
