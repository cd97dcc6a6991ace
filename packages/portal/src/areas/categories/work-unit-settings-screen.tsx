import { usePermissions } from '../../lib/permissions.tsx';
import { Page } from '../../ui/page.tsx';
import { ScreenTabs } from '../../ui/drawers/screen-tabs.tsx';
import { CannedRepliesTab } from '../canned-replies/canned-replies-tab.tsx';
import { CategoriesTab } from './categories-tab.tsx';
import { TypesTab } from './types-tab.tsx';

/** Types belong to all tenants. */
const shared = { tenantId: null } as const;

/**
 * The settings of work units: categories and canned replies, and the types for people who may view and edit them
 * (docs/reference/categories.md, docs/reference/canned-replies.md).
 */
export const WorkUnitSettingsScreen = () => {
  const hasTypes = usePermissions().on(shared).hasAll('WorkUnits.Types:view', 'WorkUnits.Types:edit');
  return (
    <Page title="Work Unit Settings" help="Categories and subcategories of work units, and canned replies.">
      <ScreenTabs
        label="Work unit settings"
        tabs={[
          { key: 'categories', label: 'Categories', Content: CategoriesTab },
          ...(hasTypes ? [{ key: 'types', label: 'Types', Content: TypesTab }] : []),
          { key: 'cannedreplies', label: 'Canned Replies', Content: CannedRepliesTab },
        ]}
      />
    </Page>
  );
};
