import { usePermissions } from '../../lib/permissions.tsx';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import { OpenAction } from '../../ui/grid/open-action.tsx';
import { useListScreen } from '../../ui/list/use-list-screen.ts';
import { useOpenRow } from '../../ui/drawers/use-open-row.ts';
import { locationColumns } from './location-columns.ts';
import { LocationDrawer } from './location-drawer.tsx';
import { locationSet } from './location-queries.ts';
import type { LocationRow } from './location.ts';

const locationId = (row: LocationRow): string => row.locationId;

export const LocationsScreen = () => {
  const permissions = usePermissions();
  const mayCreate = permissions.has('Locations:create');
  const drawer = useOpenRow('open', mayCreate);
  const screen = useListScreen<LocationRow>({
    name: 'locations',
    set: locationSet,
    columns: locationColumns,
    sort: [{ field: 'name', direction: 'asc' }],
    expand: 'tenant',
  });
  return (
    <ListScreen
      title="Locations"
      help="Places where devices are installed. A location of all tenants can be used in every tenant."
      screen={screen}
      rowId={locationId}
      searchFields="name, city and state"
      exportName="locations.csv"
      onCreate={mayCreate && drawer.create}
      onOpen={(row) => drawer.open(row.locationId)}
      rowActions={(row) => (
        <OpenAction
          name={row.name}
          mayEdit={permissions.on(row).has('Locations:edit')}
          onOpen={() => drawer.open(row.locationId)}
        />
      )}
      emptyTitle="No locations yet"
      emptyHint="Create the first one, then select it in a device."
    >
      <LocationDrawer drawer={drawer} />
    </ListScreen>
  );
};
