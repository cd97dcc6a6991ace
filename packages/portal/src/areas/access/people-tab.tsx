import BlockIcon from '@mui/icons-material/BlockOutlined';
import CheckCircleIcon from '@mui/icons-material/CheckCircleOutlined';
import type { Person } from '@cfs/contracts/access-people';
import { equals } from '../../lib/api/odata-filter.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { ListView } from '../../ui/list/list-view.tsx';
import { OpenAction } from '../../ui/grid/open-action.tsx';
import { RowAction } from '../../ui/grid/row-action.tsx';
import { useListScreen } from '../../ui/list/use-list-screen.ts';
import { useOpenRow } from '../../ui/drawers/use-open-row.ts';
import { useOpenedRow } from '../../ui/drawers/use-opened-row.ts';
import { personSet } from './access-queries.ts';
import { GrantDrawer } from './grant-drawer.tsx';
import { personColumns } from './person-columns.tsx';
import { PersonDrawer } from './person-drawer.tsx';
import { useTogglePerson } from './use-toggle-person.ts';

const userId = (row: Person): string => row.userId;
const isDisabled = (row: Person): boolean => !row.enabled;

/** A person belongs to no single tenant, so that changes need the permission in all tenants. */
const ofAllTenants = { tenantId: null } as const;

/** The people who were invited. */
export const PeopleTab = () => {
  const permissions = usePermissions();
  const mayEdit = permissions.has('Settings:edit');
  const mayChange = permissions.on(ofAllTenants).has('Settings:edit');
  const drawer = useOpenRow('open', mayEdit);
  const grant = useOpenRow('grant', mayEdit);
  const toggle = useTogglePerson();
  const screen = useListScreen<Person>({
    name: 'access-people',
    set: personSet,
    columns: personColumns,
    sort: [{ field: 'name', direction: 'asc' }],
  });
  const person = useOpenedRow<Person>(personSet, drawer.isCreating ? undefined : equals('userId', drawer.openId));
  return (
    <>
      <ListView
        label="People"
        screen={screen}
        rowId={userId}
        searchFields="name and mail"
        exportName="people.csv"
        isMuted={isDisabled}
        onCreate={mayEdit && drawer.create}
        createLabel="Invite"
        onOpen={(row) => drawer.open(row.userId)}
        rowActions={(row) => (
          <>
            <OpenAction name={row.name} mayEdit={mayChange} onOpen={() => drawer.open(row.userId)} />
            {mayChange && (
              <RowAction
                label={`${row.enabled ? 'Disable' : 'Enable'} ${row.name}`}
                icon={row.enabled ? <BlockIcon /> : <CheckCircleIcon />}
                onClick={() => void toggle(row)}
              />
            )}
          </>
        )}
        emptyTitle="No people yet"
        emptyHint="Invite a person by the mail address with which they sign in."
      />
      <PersonDrawer drawer={drawer} person={person} onAddGrant={grant.create} />
      {grant.isCreating && person && <GrantDrawer drawer={grant} person={person} />}
    </>
  );
};
