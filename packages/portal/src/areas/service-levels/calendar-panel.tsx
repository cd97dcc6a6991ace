import type { TimeZoneLookup } from '@cfs/contracts/environment';
import {
  businessCalendarCreateSchema,
  businessCalendarUpdateSchema,
  type BusinessCalendar,
} from '@cfs/contracts/service-levels';
import { useWatch } from 'react-hook-form';
import { useLookup } from '../../lib/lookups.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';
import { FormDrawer } from '../../ui/drawers/form-drawer.tsx';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { SelectInput } from '../../ui/fields/select-input.tsx';
import { SwitchInput } from '../../ui/fields/switch-input.tsx';
import { TenantInput } from '../../ui/fields/tenant-input.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { useZodForm } from '../../ui/forms/use-zod-form.ts';
import { HolidaysInput } from './holidays-input.tsx';
import { HoursInput } from './hours-input.tsx';
import { fetchCalendar, useCalendar, useSaveCalendar } from './service-level-queries.ts';

const failure = 'A problem occurred saving the calendar. Please try again.';
const workWeek = [1, 2, 3, 4, 5].map((day) => ({ day, from: '08:00', until: '17:00' }));
const here = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const CalendarInputs = ({ isNew = false }: { readonly isNew?: boolean }) => {
  const zones = useLookup<TimeZoneLookup>('/api/generalLookup/timezones');
  const isAlwaysOpen = useWatch({ name: 'isAlwaysOpen' }) as boolean;
  return (
    <FieldGrid>
      <TextInput name="name" label="Name" required />
      <TenantInput name="tenantId" disabled={!isNew} shareable="WorkUnits.ServiceLevels:create" />
      <SelectInput
        name="timeZone"
        label="Time Zone"
        required
        options={zones.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <SwitchInput name="isAlwaysOpen" label="Around the clock" />
      <HoursInput disabled={isAlwaysOpen} />
      <HolidaysInput disabled={isAlwaysOpen} />
    </FieldGrid>
  );
};

const CreateCalendar = ({ drawer }: { readonly drawer: OpenRow }) => {
  const form = useZodForm(businessCalendarCreateSchema, {
    name: '',
    tenantId: useTenantId(),
    timeZone: here(),
    isAlwaysOpen: false,
    hours: workWeek,
    holidays: [],
  });
  const save = useSaveCalendar();
  return (
    <FormDrawer
      title="Create Calendar"
      form={form}
      failure={failure}
      onClose={drawer.close}
      onSave={async (values) => drawer.created((await save(values)).businessCalendarId)}
    >
      <CalendarInputs isNew />
    </FormDrawer>
  );
};

const EditCalendar = ({ calendar, onClose }: { readonly calendar: BusinessCalendar; readonly onClose: () => void }) => {
  const { businessCalendarId } = calendar;
  const form = useZodForm(businessCalendarUpdateSchema, calendar);
  const mayEdit = usePermissions().on(calendar).has('WorkUnits.ServiceLevels:edit');
  const save = useSaveCalendar();
  return (
    <FormDrawer
      title={`${mayEdit ? 'Edit' : 'View'} Calendar: ${calendar.name}`}
      id={businessCalendarId}
      form={form}
      failure={failure}
      isReadOnly={!mayEdit}
      onClose={onClose}
      onReload={() => fetchCalendar(businessCalendarId)}
      onSave={async (values) => form.reset(await save(values, businessCalendarId))}
    >
      <CalendarInputs />
    </FormDrawer>
  );
};

/** Creates a calendar, or edits the one in the URL. */
export const CalendarPanel = ({ drawer }: { readonly drawer: OpenRow }) => {
  const calendar = useCalendar(drawer.isCreating ? undefined : drawer.openId);
  if (drawer.isCreating) return <CreateCalendar drawer={drawer} />;
  return drawer.openId && calendar ? (
    <EditCalendar key={calendar.businessCalendarId} calendar={calendar} onClose={drawer.close} />
  ) : null;
};
