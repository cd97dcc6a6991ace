import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { usePagedRows } from '../../../lib/api/use-paged-rows.ts';
import { usePermissions } from '../../../lib/permissions.tsx';
import { SidePanel } from '../../../ui/drawers/side-panel.tsx';
import { useOpenRow, type OpenRow } from '../../../ui/drawers/use-open-row.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { LoadingPart } from '../../../ui/feedback/loading-part.tsx';
import { PlainTable } from '../../../ui/grid/plain-table.tsx';
import { RowAction } from '../../../ui/grid/row-action.tsx';
import { MoreRows } from '../../../ui/list/more-rows.tsx';
import { sharedTenantName } from '../../../ui/list/shared-tenant-name.ts';
import { useDelete } from '../../../ui/list/use-delete.ts';
import { Identifier } from '../../../ui/text/identifier.tsx';
import { AddPublisherKey } from './add-publisher-key.tsx';
import { publisherKeySet, type PublisherKeyRow } from './publisher-key-row.ts';

const pageSize = 50;

/** The keys whose bundles are accepted; users with `Tenants:edit` can add and delete them. */
export const PublisherKeysPanel = ({ drawer }: { readonly drawer: OpenRow }) => {
  const permissions = usePermissions();
  const mayEdit = permissions.has('Tenants:edit');
  const added = useOpenRow('key', mayEdit);
  const deleteKey = useDelete(publisherKeySet);
  const remove = ({ publisherKeyId, name }: PublisherKeyRow): Promise<boolean> =>
    deleteKey({
      title: 'Delete Publisher Key',
      text: `Delete the key ${name}? The server and the agents will no longer accept bundles that it signed.`,
      path: `${publisherKeySet}/${publisherKeyId}`,
      done: `The key ${name} was deleted.`,
    });
  const list = usePagedRows<PublisherKeyRow>(
    publisherKeySet,
    { expand: 'tenant', orderBy: [{ field: 'name', direction: 'asc' }] },
    { key: 'publisherKeyId', pageSize, enabled: drawer.isCreating },
  );
  const { rows, error, isLoading, retry } = list;
  if (!drawer.isCreating) return null;
  const actions = {
    header: 'Actions',
    cell: (key: PublisherKeyRow) =>
      permissions.on(key).has('Tenants:edit') && (
        <RowAction label={`Delete key ${key.name}`} icon={<DeleteIcon />} onClick={() => void remove(key)} />
      ),
    isNarrow: true,
  };
  return (
    <SidePanel title="Publisher Keys" onClose={drawer.close}>
      <Box sx={{ display: 'flex', gap: 4, mb: 4, alignItems: 'start', justifyContent: 'space-between' }}>
        <Typography variant="body2" color="textSecondary">
          A tenant and its agents accept bundles that are signed with one of its keys.
        </Typography>
        {mayEdit && (
          <Button variant="outlined" startIcon={<AddIcon />} onClick={added.create} sx={{ flexShrink: 0 }}>
            Add Key
          </Button>
        )}
      </Box>
      {isLoading && <LoadingPart />}
      {error && rows.length === 0 && <FailedState error={error} onRetry={retry} />}
      {!error && !isLoading && rows.length === 0 && (
        <EmptyState title="No publisher keys yet" hint="Add the public key of the publisher who signs your bundles." />
      )}
      {rows.length > 0 && (
        <>
          <PlainTable
            label="Publisher keys"
            rowKey={({ publisherKeyId }) => publisherKeyId}
            columns={[
              { header: 'Name', cell: ({ name }) => name },
              { header: 'Fingerprint', cell: ({ fingerprint }) => <Identifier id={fingerprint} />, isWideOnly: true },
              { header: 'Tenant', cell: ({ tenant }) => tenant?.name ?? sharedTenantName, isNarrow: true },
              ...(mayEdit ? [actions] : []),
            ]}
            rows={rows}
          />
          <MoreRows list={list} nouns={['key', 'keys']} />
        </>
      )}
      {added.isCreating && <AddPublisherKey drawer={added} />}
    </SidePanel>
  );
};
