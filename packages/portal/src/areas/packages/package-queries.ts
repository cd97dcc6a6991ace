import type { Package, PackageCreate, PackageUpdate, PackageVersion } from '@cfs/contracts/packages';
import { api } from '../../lib/api/api-client.ts';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import { notify } from '../../lib/notify.ts';
import { useAsk } from '../../ui/feedback/confirm.tsx';
import { operationSet, packageSet, packageVersionSet, type PackageRow } from './package-row.ts';

/** The toast when saving a package fails. */
export const packageFailure = 'A problem occurred saving the package. Please try again.';

/** Invalidates everything that shows packages. */
export const useRefreshPackages = (): (() => Promise<void>) => {
  const refresh = useRefresh();
  return () => refresh(packageSet, packageVersionSet, operationSet);
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

/** Asks, deletes, and tells the outcome; a refusal says what is in the way. */
const useDelete = () => {
  const ask = useAsk();
  const refresh = useRefreshPackages();
  return async (asked: { title: string; text: string }, path: string, done: string): Promise<boolean> => {
    if ((await ask({ ...asked, yes: 'Delete', no: 'Cancel', isDestructive: true })) === undefined) return false;
    try {
      await api.delete(path);
      notify.success(done);
      return true;
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      notify.error(error.detail);
      return false;
    } finally {
      await refresh();
    }
  };
};

/** Deletes a package after a confirmation. */
export const useDeletePackage = () => {
  const remove = useDelete();
  return ({ packageId, name }: PackageRow): Promise<boolean> =>
    remove(
      { title: 'Delete Package', text: `Delete ${name} with its operations and versions? This cannot be undone.` },
      `${packageSet}/${packageId}`,
      `${name} was deleted.`,
    );
};

/** Deletes a version after a confirmation. */
export const useDeleteVersion = () => {
  const remove = useDelete();
  return (name: string, { packageId, packageVersionId, version }: PackageVersion): Promise<boolean> =>
    remove(
      { title: 'Delete Package Version', text: `Delete version ${version} of ${name}? This cannot be undone.` },
      `${packageSet}/${packageId}/versions/${packageVersionId}`,
      'Package version deleted successfully.',
    );
};
