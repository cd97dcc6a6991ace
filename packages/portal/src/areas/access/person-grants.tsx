import AddIcon from '@mui/icons-material/Add';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { equals } from '../../lib/api/odata-filter.ts';
import { useRows } from '../../lib/api/use-list.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PlainTable } from '../../ui/grid/plain-table.tsx';
import { RowAction } from '../../ui/grid/row-action.tsx';
import { sharedTenantName } from '../../ui/list/shared-tenant-name.ts';
import { grantSet, type GrantRow } from './access-queries.ts';
import { useRemoveGrant } from './use-remove-grant.ts';

interface PersonGrantsProps {
  readonly userId: string;
  readonly onAdd: () => void;
}

/** The grants of one person. */
export const PersonGrants = ({ userId, onAdd }: PersonGrantsProps) => {
  const { data: grants } = useRows<GrantRow>(grantSet, { filter: equals('userId', userId), expand: 'tenant' });
  const remove = useRemoveGrant();
  const permissions = usePermissions();
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3, alignItems: 'stretch' }}>
      {grants?.length === 0 && <EmptyState title="No grants" hint="Without a grant, the person has no access." />}
      {grants && grants.length > 0 && (
        <PlainTable
          label="Grants of the person"
          rows={grants}
          rowKey={(row) => row.grantId}
          columns={[
            { header: 'Role', cell: (row) => row.roleName },
            { header: 'Tenant', cell: (row) => row.tenant?.name ?? sharedTenantName },
            {
              header: 'Actions',
              isNarrow: true,
              cell: (row) =>
                permissions.on(row).has('Settings:edit') && (
                  <RowAction
                    label={`Remove ${row.roleName} in ${row.tenant?.name ?? sharedTenantName}`}
                    icon={<DeleteIcon />}
                    onClick={() => void remove(row)}
                  />
                ),
            },
          ]}
        />
      )}
      {permissions.has('Settings:edit') && (
        <Button variant="outlined" startIcon={<AddIcon />} onClick={onAdd} sx={{ alignSelf: 'flex-start' }}>
          Add Grant
        </Button>
      )}
    </Box>
  );
};
