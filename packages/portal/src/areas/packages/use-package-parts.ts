import type { PackageVersion } from '@cfs/contracts/packages';
import { useQuery } from '@tanstack/react-query';
import { equals } from '../../lib/api/odata-filter.ts';
import { fetchRows } from '../../lib/api/odata-query.ts';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';
import { operationSet, packageVersionSet } from './package-row.ts';

/** An operation of a package as the API returns it. */
export interface PackageOperation {
  readonly operationId: string;
  readonly name: string;
  readonly description: string | null;
  readonly operationType: string;
  readonly operationResultTypeId: number;
  readonly defaultInterval: string;
  /** JSON text: the numbers of frequencies. */
  readonly frequencyDefinitions: string;
  /** JSON text: `ParameterDefinition`s. */
  readonly parameterDefinitions: string;
  readonly isRetired: boolean;
}

/** The most operations or versions that the drawer of a package shows. */
const maxRows = 200;

const usePackageParts = <Row extends object>(set: string, packageId: string, sort: string) => {
  const tenantId = useTenantId();
  const [field = '', direction = 'asc'] = sort.split(' ');
  return useQuery({
    queryKey: [set, tenantId, 'of package', packageId],
    queryFn: ({ signal }) =>
      fetchRows<Row>(
        set,
        {
          filter: equals('packageId', packageId),
          orderBy: [{ field, direction: direction === 'desc' ? 'desc' : 'asc' }],
          top: maxRows,
        },
        signal,
      ),
  });
};

/** The operations of a package, by name. */
export const useOperations = (packageId: string) =>
  usePackageParts<PackageOperation>(operationSet, packageId, 'name asc');

/** The versions of a package, the highest first. */
export const useVersions = (packageId: string) =>
  usePackageParts<PackageVersion>(packageVersionSet, packageId, 'precedence desc');
