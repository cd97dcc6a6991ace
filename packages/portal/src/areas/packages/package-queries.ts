import type { Package, PackageCreate, PackageUpdate, PackageVersion } from '@cfs/contracts/packages';
import { api } from '../../lib/api/api-client.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import { useDelete } from '../../ui/list/use-delete.ts';
import { operationSet, packageSet, packageVersionSet, type PackageRow } from './package-row.ts';

/** The toast when saving a package fails. */
export const packageFailure = 'A problem occurred saving the package. Please try again.';

/** The sets whose queries show packages. */
const packageSets = [packageSet, packageVersionSet, operationSet] as const;

/** Invalidates all queries that show packages. */
export const useRefreshPackages = (): (() => Promise<void>) => {
  const refresh = useRefresh();
  return () => refresh(...packageSets);
};

/** Creates a package, or updates the one with this id. Resolves to the stored row. */
export const useSavePackage = () => {
  const refresh = useRefreshPackages();
  return async (values: PackageCreate | PackageUpdate, packageId?: string): Promise<Package> => {
    const saved = packageId
      ? await api.post<Package>(`${packageSet}/${packageId}`, values)
      : await api.put<Package>(packageSet, values);
    await refresh();
    return saved;
  };
};

/** Deletes a package after a confirmation. */
export const useDeletePackage = () => {
  const remove = useDelete(...packageSets);
  return ({ packageId, name }: PackageRow): Promise<boolean> =>
    remove({
      title: 'Delete Package',
      text: `Delete ${name} with its operations and versions? This cannot be undone.`,
      path: `${packageSet}/${packageId}`,
      done: `${name} was deleted.`,
    });
};

/** Deletes a version after a confirmation. */
export const useDeleteVersion = () => {
  const remove = useDelete(...packageSets);
  return (name: string, { packageId, packageVersionId, version }: PackageVersion): Promise<boolean> =>
    remove({
      title: 'Delete Package Version',
      text: `Delete version ${version} of ${name}? This cannot be undone.`,
      path: `${packageSet}/${packageId}/versions/${packageVersionId}`,
      done: 'Package version deleted successfully.',
    });
};
