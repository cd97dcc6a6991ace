import { Page } from '../../ui/page.tsx';
import { ScreenTabs } from '../../ui/drawers/screen-tabs.tsx';
import { AttainmentTab } from './attainment-tab.tsx';
import { CalendarsTab } from './calendars-tab.tsx';
import { TargetsTab } from './targets-tab.tsx';

/** The targets, calendars and attainment of service levels (docs/reference/service-levels.md). */
export const ServiceLevelsScreen = () => (
  <Page
    title="Service Levels"
    help="Targets for the response to work units and their resolution, the calendars in whose hours they count, and how many were met."
  >
    <ScreenTabs
      label="Service levels"
      tabs={[
        { key: 'targets', label: 'Targets', Content: TargetsTab },
        { key: 'calendars', label: 'Calendars', Content: CalendarsTab },
        { key: 'attainment', label: 'Attainment', Content: AttainmentTab },
      ]}
    />
  </Page>
);
