import { ListScreen } from '../list/list-screen.tsx';
import { useListScreen } from '../list/use-list-screen.ts';
import { useRowSelection } from '../grid/use-row-selection.ts';
import type { Column } from '../grid/data-table-column.ts';
import type { SeenRequest } from './fake-server.ts';

export interface Place {
  readonly id: string;
  readonly name: string;
  readonly city: string | null;
}

/** The OData set that {@link ListOfPlaces} shows. */
export const placeSet = '/v1/places';

const usualColumns: readonly Column<Place>[] = [
  { field: 'name', header: 'Name', value: (row) => row.name, isLink: true, filter: { kind: 'text' }, card: true },
  { field: 'city', header: 'City', value: (row) => row.city, filter: { kind: 'text' }, card: true },
  { field: 'size', header: 'Size', value: () => 1, filter: { kind: 'number' }, isHidden: true },
  { field: 'id', header: 'ID', value: (row) => row.id, filter: { kind: 'guid' }, isHidden: true },
  { field: 'created', header: 'Created', value: () => '', filter: { kind: 'dateTime' }, isHidden: true },
  { field: 'tenantId', header: 'Tenant', value: () => '', filter: { kind: 'tenant', set: placeSet }, isHidden: true },
];

const placeId = (place: Place): string => place.id;

export interface ListOfPlacesProps {
  /** Overrides the columns; a constant. */
  readonly columns?: readonly Column<Place>[];
  readonly onOpen?: (place: Place) => void;
  readonly poll?: number;
  /** Enables selection; called with the selected rows by the Use button. */
  readonly onUse?: (places: readonly Place[]) => void;
}

/** A complete list screen over `placeSet`, sorted by name, for tests of its components. */
export const ListOfPlaces = ({ columns = usualColumns, onOpen, poll, onUse }: ListOfPlacesProps) => {
  const screen = useListScreen<Place>({
    name: 'places',
    set: placeSet,
    columns,
    sort: [{ field: 'name', direction: 'asc' }],
    exact: ['name'],
    ...(poll === undefined ? {} : { poll }),
  });
  const selection = useRowSelection(screen, placeId);
  return (
    <ListScreen
      title="Places"
      screen={screen}
      rowId={placeId}
      searchFields="name"
      exportName="places.csv"
      onOpen={onOpen}
      selection={onUse && selection}
      selectionCommands={<button onClick={() => onUse?.([...selection.selected.values()])}>Use</button>}
      emptyTitle="No places yet"
      emptyHint="Create the first one."
    />
  );
};

export const place = (id: number, name = `Place ${id}`): Place => ({ id: String(id), name, city: 'Oslo' });

/** Handles a list call: the rows of a page, or only the count for `$top=0`. */
export const listHandler =
  (places: () => readonly Place[]) =>
  ({ query }: SeenRequest): unknown =>
    query.get('$top') === '0'
      ? { value: [], '@odata.count': places().length }
      : {
          value: places()
            .slice(Number(query.get('$skip') ?? 0))
            .slice(0, Number(query.get('$top') ?? 10)),
        };
