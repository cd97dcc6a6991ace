import BlockIcon from '@mui/icons-material/BlockOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import type { TokenGrant } from '@cfs/contracts/tokens';
import { useMemo } from 'react';
import { equals } from '../../lib/api/odata-filter.ts';
import { useList } from '../../lib/api/use-list.ts';
import { useListState } from '../../lib/list-state.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { useTenantId } from '../../lib/use-tenant.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Page } from '../../ui/page.tsx';
import { RowAction } from '../../ui/row-action.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { CreateButton, Toolbar, ToolbarSpace } from '../../ui/toolbar.tsx';
import { useOpenRow } from '../../ui/use-open-row.ts';
import { tokenColumns } from './token-columns.tsx';
import { TokenDrawer } from './token-drawer.tsx';
import { tokenSet } from './token-queries.ts';
import { useRevokeToken } from './use-revoke-token.ts';

export const TokensScreen = () => {
  const list = useListState({ sort: [{ field: 'created', direction: 'desc' }] });
  const drawer = useOpenRow();
  const permissions = usePermissions();
  const revoke = useRevokeToken();
  const rows = useList<TokenGrant>(tokenSet, list, { filter: equals('tenantId', useTenantId()) });
  const mayEdit = permissions.has('Tokens:edit');
  const { open } = drawer;
  const columns = useMemo(() => tokenColumns((row) => open(row.tokenGrantId)), [open]);
  return (
    <Page title="Tenant Tokens" help="With a token, machines of this tenant enrol agents and send packets.">
      <Toolbar>
        <ToolbarSpace />
        <SearchBox value={list.search} onSearch={list.setSearch} fields="name and description" />
        {permissions.has('Tokens:create') && <CreateButton onClick={drawer.create} />}
      </Toolbar>
      <DataTable
        label="Tenant Tokens"
        columns={columns}
        rowId={(row) => row.tokenGrantId}
        list={list}
        rows={rows}
        isMuted={(row) => row.revokedOn !== null}
        rowActions={(row) => (
          <>
            <RowAction
              label={`${mayEdit ? 'Edit' : 'View'} ${row.name}`}
              icon={<EditIcon />}
              onClick={() => open(row.tokenGrantId)}
            />
            {mayEdit && (
              <RowAction
                label={`Revoke ${row.name}`}
                icon={<BlockIcon />}
                disabled={row.revokedOn !== null}
                onClick={() => void revoke(row)}
              />
            )}
          </>
        )}
        emptyTitle="No tokens yet"
        emptyHint="Create one to enrol agents or to send packets from a script."
      />
      <TokenDrawer drawer={drawer} />
    </Page>
  );
};
