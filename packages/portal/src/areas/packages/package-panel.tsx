import { equals } from '../../lib/api/odata-filter.ts';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { useOpenedRow } from '../../ui/drawers/use-opened-row.ts';
import { CreatePackage } from './create-package.tsx';
import { EditPackage } from './edit-package.tsx';
import { packageSet, type PackageRow } from './package-row.ts';

/** Creates a package, or edits the one in the URL. */
export const PackagePanel = ({ drawer }: { readonly drawer: OpenRow }) => {
  const filter = drawer.isCreating ? undefined : equals('packageId', drawer.openId);
  const row = useOpenedRow<PackageRow>(packageSet, filter);
  if (drawer.isCreating) return <CreatePackage drawer={drawer} />;
  if (!drawer.openId || !row) return null;
  return <EditPackage key={row.packageId} row={row} />;
};
