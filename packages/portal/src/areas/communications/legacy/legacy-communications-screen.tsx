import Link from '@mui/material/Link';
import { Link as RouterLink } from '@tanstack/react-router';
import { writeConditions } from '../../../lib/lists/column-filter-address.ts';
import { useScreenAddress } from '../../../lib/tenant/use-tenant.ts';
import { CommunicationList } from '../communication-list.tsx';
import { useCommunicationList } from '../use-communication-list.ts';
import { LegacyFilterForm } from './legacy-filter-form.tsx';
import { readLegacyFilters, writeLegacyFilters } from './legacy-filters.ts';

/** The old list of communications, with a field for each of its filters. */
export const LegacyCommunicationsScreen = () => {
  const screen = useCommunicationList();
  const address = useScreenAddress();
  const { conditions, setConditions } = screen.list;
  return (
    <CommunicationList
      // The fields above replace the filter chips.
      screen={{ ...screen, filters: [] }}
      aside={
        <Link component={RouterLink} to={address('/workunitcommunications')} variant="body2">
          Go to the new experience
        </Link>
      }
      above={
        <LegacyFilterForm
          key={writeConditions(conditions)}
          applied={readLegacyFilters(conditions)}
          onApply={(filters) => setConditions(writeLegacyFilters(filters))}
        />
      }
    />
  );
};
