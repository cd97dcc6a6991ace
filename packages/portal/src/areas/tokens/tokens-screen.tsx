import BlockIcon from '@mui/icons-material/BlockOutlined';
import type { TokenGrant } from '@cfs/contracts/tokens';
import { equals } from '../../lib/api/odata-filter.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import { OpenAction } from '../../ui/grid/open-action.tsx';
import { RowAction } from '../../ui/grid/row-action.tsx';
import { useListScreen } from '../../ui/list/use-list-screen.ts';
import { useOpenRow } from '../../ui/drawers/use-open-row.ts';
import { tokenColumns } from './token-columns.tsx';
import { TokenDrawer } from './token-drawer.tsx';
import { tokenSet } from './token-queries.ts';
import { useRevokeToken } from './use-revoke-token.ts';

const tokenGrantId = (row: TokenGrant): string => row.tokenGrantId;
const isRevoked = (row: TokenGrant): boolean => row.revokedOn !== null;

export const TokensScreen = () => {
  const permissions = usePermissions();
  const mayCreate = permissions.has('Tokens:create');
  const drawer = useOpenRow('open', mayCreate);
  const revoke = useRevokeToken();
  const tenantId = useTenantId();
  const screen = useListScreen<TokenGrant>({
    name: 'tokens',
    set: tokenSet,
    columns: tokenColumns,
    sort: [{ field: 'created', direction: 'desc' }],
    filter: () => equals('tenantId', tenantId),
  });
  const mayEdit = permissions.has('Tokens:edit');
  return (
    <ListScreen
      title="Tenant Tokens"
      help="Machines of this tenant use tokens to enrol agents, send packets or read lists."
      screen={screen}
      rowId={tokenGrantId}
      searchFields="name and description"
      exportName="tokens.csv"
      isMuted={isRevoked}
      onCreate={mayCreate && drawer.create}
      onOpen={(row) => drawer.open(row.tokenGrantId)}
      rowActions={(row) => (
        <>
          <OpenAction name={row.name} mayEdit={mayEdit} onOpen={() => drawer.open(row.tokenGrantId)} />
          {mayEdit && (
            <RowAction
              label={`Revoke ${row.name}`}
              icon={<BlockIcon />}
              disabled={isRevoked(row)}
              onClick={() => void revoke(row)}
            />
          )}
        </>
      )}
      emptyTitle="No tokens yet"
      emptyHint="Create one to enrol agents, to send packets from a script, or to read lists in Excel or Power BI."
    >
      <TokenDrawer drawer={drawer} />
    </ListScreen>
  );
};
