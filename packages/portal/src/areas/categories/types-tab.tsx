import { typeLabel } from '@cfs/contracts/work-unit-type-label';
import { ListView } from '../../ui/list/list-view.tsx';
import { OpenAction } from '../../ui/grid/open-action.tsx';
import { useListScreen } from '../../ui/list/use-list-screen.ts';
import { useOpenRow } from '../../ui/drawers/use-open-row.ts';
import { typeSet } from './category-queries.ts';
import type { WorkUnitTypeRow } from './category.ts';
import { typeColumns } from './type-columns.tsx';
import { TypeDrawer } from './type-drawer.tsx';

const typeId = (row: WorkUnitTypeRow): string => String(row.workUnitTypeId);

/** Types of work units and their defaults, shared by all tenants. */
export const TypesTab = () => {
  const drawer = useOpenRow();
  const screen = useListScreen<WorkUnitTypeRow>({
    name: 'workunittypes',
    set: typeSet,
    columns: typeColumns,
    sort: [{ field: 'workUnitTypeId', direction: 'asc' }],
  });
  return (
    <>
      <ListView
        label="Types"
        screen={screen}
        rowId={typeId}
        onOpen={(row) => drawer.open(typeId(row))}
        rowActions={(row) => <OpenAction name={typeLabel(row.name)} mayEdit onOpen={() => drawer.open(typeId(row))} />}
        emptyTitle="No types"
      />
      <TypeDrawer drawer={drawer} />
    </>
  );
};
