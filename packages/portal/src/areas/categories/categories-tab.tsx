import LayersIcon from '@mui/icons-material/LayersOutlined';
import { useMemo } from 'react';
import type { Condition } from '../../lib/lists/column-filter.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { ListView } from '../../ui/list/list-view.tsx';
import { OpenAction } from '../../ui/grid/open-action.tsx';
import { RowAction } from '../../ui/grid/row-action.tsx';
import { useListScreen } from '../../ui/list/use-list-screen.ts';
import { useOpenRow } from '../../ui/drawers/use-open-row.ts';
import { useWorkUnitTypeOptions } from '../work-units/work-unit-lookups.ts';
import { categoryColumns } from './category-columns.ts';
import { CategoryDrawer } from './category-drawer.tsx';
import { categoryExpand, categorySet } from './category-queries.ts';
import type { CategoryRow } from './category.ts';
import { SubcategoriesDrawer } from './subcategories-drawer.tsx';

const categoryId = (row: CategoryRow): string => String(row.workUnitCategoryId);
const isDisabled = (row: CategoryRow): boolean => !row.isEnabled;
const enabledOnly: readonly Condition[] = [{ path: 'isEnabled', operator: 'is', values: ['true'] }];

/** The categories of work units with their subcategories; by default only the enabled ones. */
export const CategoriesTab = () => {
  const permissions = usePermissions();
  const mayCreate = permissions.has('WorkUnits.Categories:create');
  const [drawer, subcategories] = [useOpenRow('open', mayCreate), useOpenRow('subcategories')];
  const types = useWorkUnitTypeOptions();
  const columns = useMemo(() => categoryColumns(types), [types]);
  const screen = useListScreen<CategoryRow>({
    name: 'workunitsettings',
    set: categorySet,
    columns,
    sort: [{ field: 'workUnitCategoryId', direction: 'asc' }],
    conditions: enabledOnly,
    expand: categoryExpand,
  });
  return (
    <>
      <ListView
        label="Categories"
        screen={screen}
        rowId={categoryId}
        searchFields="name"
        exportName="workunitcategories.csv"
        isMuted={isDisabled}
        onCreate={mayCreate && drawer.create}
        onOpen={(row) => drawer.open(categoryId(row))}
        rowActions={(row) => (
          <>
            {permissions.has('WorkUnits.Subcategories:view') && (
              <RowAction
                label={`Subcategories of ${row.name}`}
                icon={<LayersIcon />}
                onClick={() => subcategories.open(categoryId(row))}
              />
            )}
            <OpenAction
              name={row.name}
              mayEdit={permissions.on(row).has('WorkUnits.Categories:edit')}
              onOpen={() => drawer.open(categoryId(row))}
            />
          </>
        )}
        emptyTitle="No categories yet"
        emptyHint="Create the first one; it can then be chosen in work units of its type."
      />
      <CategoryDrawer drawer={drawer} />
      <SubcategoriesDrawer drawer={subcategories} />
    </>
  );
};
