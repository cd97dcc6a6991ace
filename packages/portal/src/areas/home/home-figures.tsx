import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Typography from '@mui/material/Typography';
import type { Home } from '@cfs/contracts/home';
import { Link } from '@tanstack/react-router';
import { useScreenAddress } from '../../lib/tenant/use-tenant.ts';
import { openIncidentsLink, outdatedPackagesLink, overdueCommunicationsLink } from './home-links.ts';

interface FigureProps {
  readonly label: string;
  readonly count: number;
  readonly path: string;
}

const Figure = ({ label, count, path }: FigureProps) => {
  const screen = useScreenAddress();
  return (
    <Card>
      <CardActionArea component={Link} to={screen(path)} sx={{ p: 4, height: 1 }}>
        <Typography sx={{ fontSize: 28, fontWeight: 600, lineHeight: 1.2, fontVariantNumeric: 'tabular-nums' }}>
          {count}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {label}
        </Typography>
      </CardActionArea>
    </Card>
  );
};

/** Counts, each with a link to the rows that it counts. */
export const HomeFigures = ({ home }: { readonly home: Home }) => {
  const { workUnits, communications, devices, pendingDevices } = home;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(124px, 1fr))', gap: 3 }}>
      {workUnits && <Figure label="Open incidents" count={workUnits.openIncidents} path={openIncidentsLink} />}
      {communications && (
        <Figure
          label="Communications with an overdue update"
          count={communications.overdue}
          path={overdueCommunicationsLink(home.readAt)}
        />
      )}
      {devices && <Figure label="Devices" count={devices.count} path="/devices" />}
      {devices && <Figure label="Outdated packages" count={devices.outdatedPackages} path={outdatedPackagesLink} />}
      {pendingDevices && (
        <Figure label="Pending devices to promote" count={pendingDevices.count} path="/pendingdevices" />
      )}
    </Box>
  );
};
