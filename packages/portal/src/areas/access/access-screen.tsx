import { Page } from '../../ui/page.tsx';
import { ScreenTabs } from '../../ui/drawers/screen-tabs.tsx';
import { GrantsTab } from './grants-tab.tsx';
import { PeopleTab } from './people-tab.tsx';
import { RolesTab } from './roles-tab.tsx';

/** The screen for people, grants and roles. */
export const AccessScreen = () => (
  <Page
    title="Access"
    help="People are invited by mail. A grant gives a person, or a group of the identity provider, a role in one tenant or in all."
  >
    <ScreenTabs
      label="Access"
      tabs={[
        { key: 'people', label: 'People', Content: PeopleTab },
        { key: 'roles', label: 'Roles', Content: RolesTab },
        { key: 'grants', label: 'Groups & Grants', Content: GrantsTab },
      ]}
    />
  </Page>
);
