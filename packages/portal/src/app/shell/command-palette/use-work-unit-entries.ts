import type { WorkUnit } from '@cfs/contracts/work-units';
import { searchDebounce } from '@cfs/contracts/sizes';
import WorkUnitIcon from '@mui/icons-material/AssignmentOutlined';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { equals, oneOf } from '../../../lib/api/odata-filter.ts';
import { fetchRows, type ListQuery } from '../../../lib/api/odata-query.ts';
import { usePermissions } from '../../../lib/permissions.tsx';
import { pathInTenant } from '../../../lib/tenant/tenant-address.ts';
import { useDebounced } from '../../../lib/timing/use-debounced.ts';
import { useTenantId } from '../../../lib/tenant/use-tenant.ts';
import type { PaletteEntry } from './palette-entry.ts';

type FoundWorkUnit = Pick<WorkUnit, 'workUnitId' | 'title' | 'stateId' | 'severityId'>;

const set = '/v1/workunits';
const screen = '/workunitsv2';
const maxResults = 8;
/** Shorter texts match too many work units. */
const minSearchLetters = 2;
const idPrefix = 'workUnit:';

const useWorkUnits = (query: ListQuery | undefined) => {
  const tenantId = useTenantId();
  const mayView = usePermissions().has('WorkUnits:view');
  return useQuery({
    queryKey: ['palette', set, tenantId, query],
    queryFn: ({ signal }) =>
      fetchRows<FoundWorkUnit>(set, { ...query, select: 'workUnitId,title,stateId,severityId' }, signal),
    enabled: mayView && query !== undefined,
    staleTime: 10_000,
  });
};

const useToEntry = (): ((workUnitId: number, found?: FoundWorkUnit) => PaletteEntry) => {
  const tenantId = useTenantId();
  const navigate = useNavigate();
  return useMemo(() => {
    const path = pathInTenant(screen, tenantId);
    return (workUnitId, found) => ({
      id: `${idPrefix}${workUnitId}`,
      kind: 'workUnit',
      label: found?.title ?? `Work unit #${workUnitId}`,
      ...(found ? { hint: `#${workUnitId} · ${found.stateId} · ${found.severityId}` } : {}),
      icon: WorkUnitIcon,
      href: `${path}?workUnitId=${workUnitId}`,
      // Keeps the query of the list if it is open.
      run: () =>
        navigate({
          to: path,
          search: (before: Record<string, string | undefined>) => ({
            ...(window.location.pathname === path ? before : {}),
            createType: undefined,
            tab: undefined,
            workUnitId: String(workUnitId),
          }),
        }),
    });
  }, [tenantId, navigate]);
};

const numberIn = (text: string): number | undefined => {
  const digits = /^#?\s*(\d{1,12})$/.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
};

/** The work units found for a text: by number (`#123`), otherwise by `$search`. */
export interface FoundWorkUnits {
  readonly entries: readonly PaletteEntry[];
  /** The text is a work unit number. */
  readonly isNumber: boolean;
  readonly isSearching: boolean;
  readonly hasFailed: boolean;
}

export const useFoundWorkUnits = (text: string): FoundWorkUnits => {
  const mayView = usePermissions().has('WorkUnits:view');
  const trimmed = text.trim();
  const debounced = useDebounced(trimmed, searchDebounce);
  const number = numberIn(trimmed);
  const isAsked = mayView && (number !== undefined || trimmed.length >= minSearchLetters);
  const debouncedNumber = numberIn(debounced);
  const query =
    debouncedNumber !== undefined
      ? { filter: equals('workUnitId', debouncedNumber), top: 1 }
      : debounced.length >= minSearchLetters
        ? { search: debounced, top: maxResults }
        : undefined;
  const { data, isFetching, isError } = useWorkUnits(query);
  const toEntry = useToEntry();
  // A response to an earlier text is stale.
  const isCurrent = debounced === trimmed;
  const found = isAsked && isCurrent ? data : undefined;
  return {
    entries:
      found?.map((unit) => toEntry(unit.workUnitId, unit)) ??
      (isAsked && number !== undefined && !isError ? [toEntry(number)] : []),
    isNumber: number !== undefined,
    isSearching: isAsked && (!isCurrent || isFetching),
    hasFailed: isAsked && isCurrent && isError,
  };
};

/** The recent work units with current titles; those without access are left out. */
export const useRecentWorkUnits = (recent: readonly string[]): readonly PaletteEntry[] => {
  const numbers = recent.filter((id) => id.startsWith(idPrefix)).map((id) => Number(id.slice(idPrefix.length)));
  const wanted = numbers.filter((number) => Number.isSafeInteger(number));
  const query = wanted.length === 0 ? undefined : { filter: oneOf('workUnitId', wanted), top: wanted.length };
  const { data = [] } = useWorkUnits(query);
  const toEntry = useToEntry();
  return data.map((unit) => toEntry(unit.workUnitId, unit));
};
