import WorkUnitIcon from '@mui/icons-material/AssignmentOutlined';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { searchDebounce } from '@cfs/contracts/sizes';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { equals, oneOf } from '../../../lib/api/odata-filter.ts';
import { fetchRows, type ListQuery } from '../../../lib/api/odata-query.ts';
import { usePermissions } from '../../../lib/permissions.tsx';
import { pathInTenant } from '../../../lib/tenant-address.ts';
import { useTenantId } from '../../../lib/use-tenant.ts';
import type { PaletteEntry } from './palette-entry.ts';
import { useSettledText } from './use-settled-text.ts';

type FoundWorkUnit = Pick<WorkUnit, 'workUnitId' | 'title' | 'stateId' | 'severityId'>;

const set = '/v1/workunits';
const screen = '/workunitsv2';
const most = 8;
/** Fewer letters find too much to choose from. */
const fewestLetters = 2;
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
      // Over the list as it stands when it is open, else over the list as it opens.
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

/** What the server finds for a text: the unit of a number (`#123`), else those whose words hold it. */
export interface FoundWorkUnits {
  readonly entries: readonly PaletteEntry[];
  /** The text names a unit by its number. */
  readonly isNumber: boolean;
  readonly isSearching: boolean;
  readonly hasFailed: boolean;
}

export const useFoundWorkUnits = (text: string): FoundWorkUnits => {
  const mayView = usePermissions().has('WorkUnits:view');
  const wanted = text.trim();
  const settled = useSettledText(wanted, searchDebounce);
  const number = numberIn(wanted);
  const isAsked = mayView && (number !== undefined || wanted.length >= fewestLetters);
  const settledNumber = numberIn(settled);
  const query =
    settledNumber !== undefined
      ? { filter: equals('workUnitId', settledNumber), top: 1 }
      : settled.length >= fewestLetters
        ? { search: settled, top: most }
        : undefined;
  const { data, isFetching, isError } = useWorkUnits(query);
  const toEntry = useToEntry();
  // An answer to another question than the one that stands in the field is none.
  const isCurrent = settled === wanted;
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

/** The units among entries that were chosen lately, with their titles as they are now; those out of sight are left out. */
export const useRecentWorkUnits = (recent: readonly string[]): readonly PaletteEntry[] => {
  const numbers = recent.filter((id) => id.startsWith(idPrefix)).map((id) => Number(id.slice(idPrefix.length)));
  const wanted = numbers.filter((number) => Number.isSafeInteger(number));
  const query = wanted.length === 0 ? undefined : { filter: oneOf('workUnitId', wanted), top: wanted.length };
  const { data = [] } = useWorkUnits(query);
  const toEntry = useToEntry();
  return data.map((unit) => toEntry(unit.workUnitId, unit));
};
