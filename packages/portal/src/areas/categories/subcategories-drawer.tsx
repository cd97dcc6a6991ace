import type { Subcategory } from '@cfs/contracts/categories';
import Box from '@mui/material/Box';
import { equals } from '../../lib/api/odata-filter.ts';
import { useRows } from '../../lib/api/use-list.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LinkCell } from '../../ui/grid/link-cell.tsx';
import { QueryResult } from '../../ui/feedback/query-result.tsx';
import { PlainTable } from '../../ui/grid/plain-table.tsx';
import { SidePanel } from '../../ui/drawers/side-panel.tsx';
import { CreateButton, Toolbar } from '../../ui/list/toolbar.tsx';
import { useOpenRow, type OpenRow } from '../../ui/drawers/use-open-row.ts';
import { numberOfId, useOpenedRow } from '../../ui/drawers/use-opened-row.ts';
import { categorySet, subcategorySet } from './category-queries.ts';
import type { CategoryRow } from './category.ts';
import { SubcategoryDrawer } from './subcategory-drawer.tsx';

interface SubcategoriesOfProps {
  readonly category: CategoryRow;
  readonly onClose: () => void;
}

const SubcategoriesOf = ({ category, onClose }: SubcategoriesOfProps) => {
  const { workUnitCategoryId, name } = category;
  const mayCreate = usePermissions().on(category).has('WorkUnits.Subcategories:create');
  const drawer = useOpenRow('subcategory', mayCreate);
  const subcategories = useRows<Subcategory>(subcategorySet, {
    filter: equals('workUnitCategoryId', workUnitCategoryId),
    orderBy: [{ field: 'name', direction: 'asc' }],
  });
  return (
    <SidePanel title={`Subcategories: ${name}`} onClose={onClose}>
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
        {mayCreate && (
          <Toolbar>
            <CreateButton onClick={drawer.create} />
          </Toolbar>
        )}
        <QueryResult query={subcategories}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState title="No subcategories yet" hint="Subcategories are optional." />
            ) : (
              <PlainTable
                label="Subcategories"
                rowKey={(row) => String(row.workUnitSubcategoryId)}
                columns={[
                  {
                    header: 'Name',
                    cell: (row) => (
                      <LinkCell text={row.name} onClick={() => drawer.open(String(row.workUnitSubcategoryId))} />
                    ),
                  },
                  { header: 'Enabled', cell: (row) => (row.isEnabled ? 'Yes' : 'No'), isNarrow: true },
                ]}
                rows={rows}
              />
            )
          }
        </QueryResult>
      </Box>
      <SubcategoryDrawer drawer={drawer} workUnitCategoryId={workUnitCategoryId} />
    </SidePanel>
  );
};

/** The subcategories of the category in the URL, by name. */
export const SubcategoriesDrawer = ({ drawer }: { readonly drawer: OpenRow }) => {
  const id = numberOfId(drawer.openId);
  const category = useOpenedRow<CategoryRow>(categorySet, equals('workUnitCategoryId', id));
  if (!drawer.openId || !category) return null;
  return <SubcategoriesOf key={category.workUnitCategoryId} category={category} onClose={drawer.close} />;
};
