import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { fetchRows } from '../../../lib/api/odata-query.ts';
import { usePermissions } from '../../../lib/permissions.tsx';
import { useTenantId } from '../../../lib/use-tenant.ts';
import { SidePanel } from '../../../ui/drawers/side-panel.tsx';
import { useOpenRow, type OpenRow } from '../../../ui/drawers/use-open-row.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryResult } from '../../../ui/feedback/query-result.tsx';
import { PlainTable } from '../../../ui/grid/plain-table.tsx';
import { RowAction } from '../../../ui/grid/row-action.tsx';
import { sharedTenantName } from '../../../ui/list/shared-tenant-name.ts';
import { useDelete } from '../../../ui/list/use-delete.ts';
import { Identifier } from '../../../ui/text/identifier.tsx';
import { AddPublisherKey } from './add-publisher-key.tsx';
import { publisherKeySet, type PublisherKeyRow } from './publisher-key-row.ts';

const maxRows = 200;

/** The keys whose bundles are accepted; who administers tenants adds and deletes them. */
export const PublisherKeysPanel = ({ drawer }: { readonly drawer: OpenRow }) => {
  const tenantId = useTenantId();
  const mayEdit = usePermissions().has('Tenants:edit');
  const added = useOpenRow('key', mayEdit);
  const deleteKey = useDelete(publisherKeySet);
  const remove = ({ publisherKeyId, name }: PublisherKeyRow): Promise<boolean> =>
    deleteKey({
      title: 'Delete Publisher Key',
      text: `Delete the key ${name}? Neither the server nor an agent accepts what it signed any more.`,
      path: `${publisherKeySet}/${publisherKeyId}`,
      done: `The key ${name} was deleted.`,
    });
  const keys = useQuery({
    queryKey: [publisherKeySet, tenantId, 'all'],
    queryFn: ({ signal }) =>
      fetchRows<PublisherKeyRow>(
        publisherKeySet,
        { expand: 'tenant', orderBy: [{ field: 'name', direction: 'asc' }], top: maxRows },
        signal,
      ),
    enabled: drawer.isCreating,
  });
  if (!drawer.isCreating) return null;
  const actions = {
    header: 'Actions',
    cell: (key: PublisherKeyRow) => (
      <RowAction label={`Delete key ${key.name}`} icon={<DeleteIcon />} onClick={() => void remove(key)} />
    ),
    isNarrow: true,
  };
  return (
    <SidePanel title="Publisher Keys" onClose={drawer.close}>
      <Box sx={{ display: 'flex', gap: 4, mb: 4, alignItems: 'start', justifyContent: 'space-between' }}>
        <Typography variant="body2" color="textSecondary">
          A tenant accepts bundles that one of its keys signed, and so does every agent that installs them.
        </Typography>
        {mayEdit && (
          <Button variant="outlined" startIcon={<AddIcon />} onClick={added.create} sx={{ flexShrink: 0 }}>
            Add Key
          </Button>
        )}
      </Box>
      <QueryResult query={keys}>
        {(found) =>
          found.length === 0 ? (
            <EmptyState
              title="No publisher keys yet"
              hint="Add the public key of the publisher who signs your bundles."
            />
          ) : (
            <PlainTable
              label="Publisher keys"
              rowKey={({ publisherKeyId }) => publisherKeyId}
              columns={[
                { header: 'Name', cell: ({ name }) => name },
                { header: 'Fingerprint', cell: ({ fingerprint }) => <Identifier id={fingerprint} />, isWideOnly: true },
                { header: 'Tenant', cell: ({ tenant }) => tenant?.name ?? sharedTenantName, isNarrow: true },
                ...(mayEdit ? [actions] : []),
              ]}
              rows={found}
            />
          )
        }
      </QueryResult>
      {added.isCreating && <AddPublisherKey drawer={added} />}
    </SidePanel>
  );
};
