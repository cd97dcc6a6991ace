import type { Home } from '@cfs/contracts/home';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ShareRows } from './share-rows.tsx';
import { devicesWithinLink } from './home-links.ts';
import { HomeSection } from './home-section.tsx';

type DeviceFigures = NonNullable<Home['devices']>;

/** In the order of the response: youngest first. */
const labels = ['Within 5 minutes', '5 minutes to 1 hour', '1 hour to 1 day', 'Over a day ago', 'No reading yet'];

/** Devices by the age of their latest reading. */
export const DeviceAges = ({ devices: { ages, count } }: { readonly devices: DeviceFigures }) => (
  <HomeSection title="Devices by latest reading" path="/devices">
    {count === 0 ? (
      <EmptyState
        title="No devices yet"
        hint="Install the agent on a machine, then promote it under Pending Devices."
      />
    ) : (
      <ShareRows
        label="Devices by latest reading"
        rows={ages.map((age, index) => ({
          name: labels[index] ?? '',
          count: age.count,
          share: age.count / count,
          path: devicesWithinLink(age),
        }))}
      />
    )}
  </HomeSection>
);
