import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import KeyIcon from '@mui/icons-material/VpnKeyOutlined';
import UploadIcon from '@mui/icons-material/UploadOutlined';
import Button from '@mui/material/Button';
import { usePermissions } from '../../lib/permissions.tsx';
import { useOpenRow } from '../../ui/drawers/use-open-row.ts';
import { OpenAction } from '../../ui/grid/open-action.tsx';
import { RowAction } from '../../ui/grid/row-action.tsx';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import { useListScreen } from '../../ui/list/use-list-screen.ts';
import { packageColumns } from './package-columns.tsx';
import { PackageDrawer, PublisherKeysDrawer, UploadDrawer } from './package-drawer.tsx';
import { useDeletePackage } from './package-queries.ts';
import { packageSet, type PackageRow } from './package-row.ts';

const packageId = (row: PackageRow): string => row.packageId;

export const PackagesScreen = () => {
  const permissions = usePermissions();
  const mayCreate = permissions.has('Packages:create');
  const drawer = useOpenRow('open', mayCreate);
  const upload = useOpenRow('upload', mayCreate);
  const keys = useOpenRow('keys', true);
  const remove = useDeletePackage();
  const screen = useListScreen<PackageRow>({
    name: 'packages',
    set: packageSet,
    columns: packageColumns,
    sort: [{ field: 'name', direction: 'asc' }],
    expand: 'tenant',
  });
  return (
    <ListScreen
      title="Package Catalog"
      help="Programs that agents install on devices, with the operations that they offer. A package of all tenants can be installed in every tenant."
      screen={screen}
      rowId={packageId}
      searchFields="name"
      exportName="packages.csv"
      onCreate={mayCreate && drawer.create}
      commands={
        <>
          <Button startIcon={<KeyIcon />} onClick={keys.create}>
            Publisher Keys
          </Button>
          {mayCreate && (
            <Button variant="outlined" startIcon={<UploadIcon />} onClick={upload.create}>
              Upload Package
            </Button>
          )}
        </>
      }
      onOpen={(row) => drawer.open(row.packageId)}
      rowActions={(row) => (
        <>
          <OpenAction
            name={`Package ${row.name}`}
            mayEdit={permissions.on(row).has('Packages:edit')}
            onOpen={() => drawer.open(row.packageId)}
          />
          {permissions.on(row).has('Packages:delete') && (
            <RowAction label={`Delete Package ${row.name}`} icon={<DeleteIcon />} onClick={() => void remove(row)} />
          )}
        </>
      )}
      emptyTitle="No packages yet"
      emptyHint="Trust the key of a publisher, then upload a bundle that it signed."
    >
      <PackageDrawer drawer={drawer} />
      <UploadDrawer drawer={upload} />
      <PublisherKeysDrawer drawer={keys} />
    </ListScreen>
  );
};
