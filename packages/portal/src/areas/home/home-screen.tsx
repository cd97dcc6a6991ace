import Box from '@mui/material/Box';
import type { Home } from '@cfs/contracts/home';
import { Navigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { usePermissions } from '../../lib/permissions.tsx';
import { useScreenAddress } from '../../lib/tenant/use-tenant.ts';
import { LoadingPart } from '../../ui/feedback/loading-part.tsx';
import { QueryResult } from '../../ui/feedback/query-result.tsx';
import { Page } from '../../ui/page.tsx';
import { ColouredBlocks } from './coloured-blocks.tsx';
import { DeviceAges } from './device-ages.tsx';
import { useFirstHourChoice, useMayTakeFirstHour } from './first-hour-choice.ts';
import { FirstHourGuide } from './first-hour-guide.tsx';
import { useFirstHour } from './first-hour-query.ts';
import { HomeFigures } from './home-figures.tsx';
import { useHome } from './home-queries.ts';
import { Mine } from './mine.tsx';
import { OpenIncidents } from './open-incidents.tsx';
import { OpenMatches } from './open-matches.tsx';
import { OpenWork } from './open-work.tsx';
import { UnitFlow } from './unit-flow.tsx';
import { UnrunRules } from './unrun-rules.tsx';
import { WeekCompliance } from './week-compliance.tsx';

const Column = ({ children }: { readonly children: ReactNode }) => (
  <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4, minWidth: 0 }}>{children}</Box>
);

const HomeParts = ({ home }: { readonly home: Home }) => {
  const { workUnits, rules, devices, blocks, compliance } = home;
  return (
    <>
      {rules && <UnrunRules rules={rules.outOfService} />}
      {workUnits && <Mine />}
      <HomeFigures home={home} />
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
          gap: 4,
          alignItems: 'start',
        }}
      >
        <Column>
          {workUnits && <OpenIncidents incidents={workUnits.incidents} />}
          {workUnits && <UnitFlow figures={workUnits} />}
          {compliance && <WeekCompliance compliance={compliance} />}
        </Column>
        <Column>
          {workUnits && <OpenWork open={workUnits.open} />}
          {blocks && <ColouredBlocks {...blocks} />}
          {rules && <OpenMatches rules={rules} />}
          {devices && <DeviceAges devices={devices} />}
        </Column>
      </Box>
    </>
  );
};

/**
 * The steps of the guide, unless it is hidden; `isPending` while they are loaded for the first time, so that Home and
 * its guide appear together. If all steps were done from the beginning, the guide is shown only if the person has
 * opened it.
 */
const useGuide = () => {
  const [choice, choose] = useFirstHourChoice();
  const mayTake = useMayTakeFirstHour();
  const isWanted = mayTake && choice !== 'hidden';
  const { data, isLoading } = useFirstHour(isWanted);
  const [wasOpen, setWasOpen] = useState(false);
  const isOpen = data?.steps.some(({ isDone }) => !isDone) ?? false;
  if (isOpen && !wasOpen) setWasOpen(true);
  const isShown = isWanted && data !== undefined && (wasOpen || isOpen || choice === 'shown');
  return { steps: isShown ? data.steps : undefined, isPending: isLoading, hide: () => choose('hidden') };
};

/**
 * The work that needs attention now. People who may view only their own requests are redirected to the Resolution
 * Center.
 */
export const HomeScreen = () => {
  const permissions = usePermissions();
  const screen = useScreenAddress();
  const home = useHome();
  const guide = useGuide();
  if (permissions.has('WorkUnits:view:mine') && !permissions.has('WorkUnits:view'))
    return <Navigate to={screen('/resolutioncenter')} replace />;
  return (
    <Page title="Home">
      {guide.steps && <FirstHourGuide steps={guide.steps} onHide={guide.hide} />}
      {guide.isPending ? (
        <LoadingPart />
      ) : (
        <QueryResult query={home}>{(data) => <HomeParts home={data} />}</QueryResult>
      )}
    </Page>
  );
};
