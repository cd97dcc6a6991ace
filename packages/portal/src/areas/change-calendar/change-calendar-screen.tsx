import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ChangeCalendar } from '@cfs/contracts/change-calendar';
import { workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import { useMemo } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
import { isUnreachable } from '../../lib/api/api-problem.ts';
import { useListState } from '../../lib/lists/list-state.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { ConnectionNotice } from '../../ui/feedback/connection-notice.tsx';
import { FailedState } from '../../ui/feedback/failed-state.tsx';
import { FilterBar } from '../../ui/filters/filter-bar.tsx';
import { Page } from '../../ui/page.tsx';
import { CreateButton } from '../../ui/list/toolbar.tsx';
import { WorkUnitDrawer } from '../work-units/panel/work-unit-drawer.tsx';
import { AgendaView } from './agenda-view.tsx';
import { daysOf } from './calendar-place.ts';
import { CalendarSummary } from './calendar-summary.tsx';
import { calendarFilters } from './calendar-tenants.ts';
import { CalendarToolbar } from './calendar-toolbar.tsx';
import { ClashList } from './clash-list.tsx';
import { clashesOf } from './clashes.ts';
import { MonthView } from './month-view.tsx';
import { useCalendar } from './use-calendar.ts';
import { useChangeCalendar } from './use-change-calendar.ts';
import { WeekView } from './week-view.tsx';

const nothing: Pick<ChangeCalendar, 'value' | 'clashPartners' | 'windows'> = {
  value: [],
  clashPartners: [],
  windows: [],
};

/** Planned Change Requests and maintenance windows by month, week and day. */
export const ChangeCalendarScreen = () => {
  const patch = useAddressQuery()[1];
  const list = useListState({ filters: calendarFilters });
  const calendar = useCalendar();
  const { span, date } = calendar;
  const permissions = usePermissions();
  const isNarrow = useMediaQuery((theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const days = useMemo(() => daysOf({ span, date }), [span, date]);
  const query = useChangeCalendar(days[0] ?? date, days.at(-1) ?? date, list.conditions);
  const plan = query.data ?? nothing;
  const clashes = useMemo(() => clashesOf(plan), [plan]);
  const View = isNarrow || span === 'day' ? AgendaView : span === 'week' ? WeekView : MonthView;
  const isWaiting = query.isPending || query.isPlaceholderData;
  return (
    <Page
      title="Change Calendar"
      help="Change Requests by their planned times, with clashes on the same resources, and the windows of Maintenance rules."
    >
      <CalendarToolbar calendar={calendar}>
        <FilterBar filters={calendarFilters} list={list} />
        {permissions.has('WorkUnits:create') && (
          <CreateButton
            label="Create Change Request"
            onClick={() =>
              patch({ workUnitId: 'new', createType: String(workUnitTypes.ChangeRequest), plannedDay: date })
            }
          />
        )}
      </CalendarToolbar>
      {query.data && isUnreachable(query.error) && (
        <ConnectionNotice updatedAt={query.dataUpdatedAt} onRetry={() => void query.refetch()} />
      )}
      <CalendarSummary plan={query.data} clashes={clashes.length} firstDay={date} />
      {query.error && !query.data ? (
        <FailedState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Box
          aria-busy={isWaiting}
          sx={{
            position: 'relative',
            display: 'flex',
            flexDirection: { xs: 'column', lg: 'row' },
            flex: '1 1 0',
            minHeight: 0,
            gap: 3,
            // On a phone, the list and the clashes scroll together.
            overflow: { xs: 'auto', sm: 'visible' },
          }}
        >
          {isWaiting && (
            <LinearProgress
              aria-label="Loading the calendar"
              sx={{ position: 'absolute', top: 0, left: 0, right: 0, height: 2, zIndex: 4 }}
            />
          )}
          {/* Rendered only once the plan is loaded, because the clashes reduce its size. */}
          {query.data && <View days={days} plan={plan} calendar={calendar} />}
          {clashes.length > 0 && <ClashList clashes={clashes} onOpen={calendar.openWorkUnit} />}
        </Box>
      )}
      <WorkUnitDrawer />
    </Page>
  );
};
