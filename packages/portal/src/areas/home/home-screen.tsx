import Box from '@mui/material/Box';
import { Navigate } from '@tanstack/react-router';
import { usePermissions } from '../../lib/permissions.tsx';
import { useScreenAddress } from '../../lib/use-tenant.ts';
import { Page } from '../../ui/page.tsx';
import { ColouredBlocks } from './coloured-blocks.tsx';
import { HomeFigures } from './home-figures.tsx';
import { OpenIncidents } from './open-incidents.tsx';
import { UnrunRules } from './unrun-rules.tsx';
import { useOpenIncidents } from './use-open-incidents.ts';

/** What needs a person now. Somebody with requests of their own alone goes to the Resolution Center. */
export const HomeScreen = () => {
  const permissions = usePermissions();
  const screen = useScreenAddress();
  const seesWork = permissions.has('WorkUnits:view');
  const incidents = useOpenIncidents(seesWork);
  // In one column the blocks appear once their place is known.
  const isPlaceKnown = !seesWork || !incidents.isPending;
  if (permissions.has('WorkUnits:view:mine') && !seesWork) return <Navigate to={screen('/resolutioncenter')} replace />;
  return (
    <Page title="Home">
      <HomeFigures />
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', lg: '3fr 2fr' }, gap: 4, alignItems: 'start' }}>
        {seesWork && <OpenIncidents incidents={incidents} />}
        {permissions.has('Blocks:view') && (
          <Box sx={{ minWidth: 0, visibility: { xs: isPlaceKnown ? 'visible' : 'hidden', lg: 'visible' } }}>
            <ColouredBlocks />
          </Box>
        )}
      </Box>
      <UnrunRules />
    </Page>
  );
};
