import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { usePermissions } from '../../lib/permissions.tsx';
import { useOpenRow } from '../../ui/drawers/use-open-row.ts';
import { OpenAction } from '../../ui/grid/open-action.tsx';
import { RowAction } from '../../ui/grid/row-action.tsx';
import { ListView } from '../../ui/list/list-view.tsx';
import { useDelete } from '../../ui/list/use-delete.ts';
import { useListScreen } from '../../ui/list/use-list-screen.ts';
import { calendarColumns } from './calendar-columns.ts';
import { CalendarDrawer } from './calendar-drawer.tsx';
import { calendarSet, type CalendarRow } from './service-level-queries.ts';

const calendarId = (row: CalendarRow): string => row.businessCalendarId;

/** The list of business calendars. */
export const CalendarsTab = () => {
  const permissions = usePermissions();
  const mayCreate = permissions.has('WorkUnits.ServiceLevels:create');
  const drawer = useOpenRow('open', mayCreate);
  const remove = useDelete(calendarSet);
  const screen = useListScreen<CalendarRow>({
    name: 'businesscalendars',
    set: calendarSet,
    columns: calendarColumns,
    sort: [{ field: 'name', direction: 'asc' }],
    expand: 'tenant',
  });
  return (
    <>
      <ListView
        label="Calendars"
        screen={screen}
        rowId={calendarId}
        searchFields="name and time zone"
        exportName="businesscalendars.csv"
        onCreate={mayCreate && drawer.create}
        onOpen={(row) => drawer.open(calendarId(row))}
        rowActions={(row) => (
          <>
            <OpenAction
              name={row.name}
              mayEdit={permissions.on(row).has('WorkUnits.ServiceLevels:edit')}
              onOpen={() => drawer.open(calendarId(row))}
            />
            {permissions.on(row).has('WorkUnits.ServiceLevels:delete') && (
              <RowAction
                label={`Delete ${row.name}`}
                icon={<DeleteIcon />}
                onClick={() =>
                  void remove({
                    title: 'Delete Calendar',
                    text: `Delete ${row.name}?`,
                    path: `${calendarSet}/${calendarId(row)}`,
                  })
                }
              />
            )}
          </>
        )}
        emptyTitle="No calendars yet"
        emptyHint="Create the first one; targets then count in its opening hours. Without one they count around the clock."
      />
      <CalendarDrawer drawer={drawer} />
    </>
  );
};
