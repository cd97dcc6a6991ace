import type { Category, Subcategory } from '@cfs/contracts/categories';
import { shippedSeverity, workUnitTypes, type Severity } from '@cfs/contracts/work-unit-enumerations';
import type { TenantDetails } from '@cfs/contracts/tenants';
import { useQuery, type QueryKey } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { usePreloaded } from '../../lib/api/preloaded-answers.tsx';
import { anyOf, equals } from '../../lib/api/odata-filter.ts';
import type { ListQuery } from '../../lib/api/odata-query.ts';
import { useRows } from '../../lib/api/use-list.ts';
import type { FilterOption } from '../../lib/lists/column-filter.ts';
import { useLookup } from '../../lib/lookups.ts';
import { usePermissions } from '../../lib/permissions.tsx';

export interface WorkUnitTypeLookup {
  readonly workUnitTypeId: number;
  readonly name: string;
}

export const useWorkUnitTypes = () => useLookup<WorkUnitTypeLookup>('/api/generallookup/workunittypes');

/** Names the types until the lookup is loaded, so that a chip keeps its width. */
const builtInTypes = Object.entries(workUnitTypes).map(([name, workUnitTypeId]) => ({ workUnitTypeId, name }));

/** The types as options of a filter. */
export const useWorkUnitTypeOptions = (): readonly FilterOption[] => {
  const types = useWorkUnitTypes();
  return useMemo(
    () =>
      (types.length === 0 ? builtInTypes : types).map(({ workUnitTypeId, name }) => ({
        value: workUnitTypeId,
        label: name,
      })),
    [types],
  );
};

export const categoryLookup = '/api/generallookup/workunitcatgories';
export const subcategoryLookup = '/api/generallookup/workunitsubcatgories';

export const useCategories = () => useLookup<Category>(categoryLookup);
export const useSubcategories = () => useLookup<Subcategory>(subcategoryLookup);

export const tenantDetailsKey = (tenantId: string | undefined): QueryKey => ['lookup', 'tenant', tenantId];

/** The details of the unit's tenant that the form needs; `undefined` until they are loaded. */
export const useTenantDetails = (tenantId: string | undefined): TenantDetails | undefined =>
  useQuery({
    queryKey: tenantDetailsKey(tenantId),
    queryFn: ({ signal }) =>
      api.get<TenantDetails>(`/v1/tenants(${tenantId ?? ''})`, { signal, handlesForbidden: true }),
    staleTime: 60_000,
    ...usePreloaded<TenantDetails>(tenantDetailsKey(tenantId)),
    enabled: Boolean(tenantId),
  }).data;

export const assignmentGroupsPath = (tenantId: string): string => `/v1/tenants/${tenantId}/assignmentGroups`;

/** The groups that a unit of the tenant can be assigned to. */
export const useAssignmentGroups = (tenantId: string | undefined): readonly string[] =>
  useLookup(assignmentGroupsPath(tenantId ?? ''), Boolean(tenantId));

export interface ProtocolLookup {
  readonly protocolId: string;
  readonly name: string;
}

const noProtocols: readonly ProtocolLookup[] = [];

export const protocolSet = '/v1/protocols';

/** The query of the protocols that a unit of the tenant may follow. */
export const protocolsOf = (tenantId: string | undefined): ListQuery => ({
  filter: anyOf(equals('tenantId', tenantId), 'tenantId eq null'),
  select: 'protocolId,name',
  orderBy: [{ field: 'name', direction: 'asc' }],
});

/** The protocols that a unit of the tenant may follow, by name; none if the user may not see protocols. */
export const useProtocols = (tenantId: string | undefined): readonly ProtocolLookup[] => {
  const mayView = usePermissions().has('WorkUnits.Protocols:view');
  const { data } = useRows<ProtocolLookup>(protocolSet, protocolsOf(tenantId), {
    enabled: mayView && Boolean(tenantId),
  });
  return data ?? noProtocols;
};

/**
 * The initial severity of a new unit of a type: the type's default, or the shipped one if the type has none or the user
 * may not see the types. `undefined` until it is known.
 */
export const useDefaultSeverity = (workUnitTypeId: number): Severity | undefined => {
  const mayView = usePermissions().has('WorkUnits.Types:view');
  const { data, isPending } = useRows<{ readonly defaultSeverityId: Severity | null }>(
    '/v1/workunittypes',
    { filter: equals('workUnitTypeId', workUnitTypeId), select: 'defaultSeverityId', top: 1 },
    { enabled: mayView && Number.isInteger(workUnitTypeId) },
  );
  return mayView && isPending ? undefined : (data?.[0]?.defaultSeverityId ?? shippedSeverity(workUnitTypeId));
};
