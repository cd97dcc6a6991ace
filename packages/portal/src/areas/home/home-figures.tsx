import Box from '@mui/material/Box';
import CardActionArea from '@mui/material/CardActionArea';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { pollIntervals } from '@cfs/contracts/sizes';
import { Link } from '@tanstack/react-router';
import { useCount } from '../../lib/api/use-count.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { useScreenAddress } from '../../lib/use-tenant.ts';
import { communicationSet, overdueCommunications } from '../communications/communication-set.ts';
import { ruleMatchSet } from '../rules/matches/rule-match-set.ts';
import { openIncidentChips, openIncidents } from '../work-units/list/work-unit-filter.ts';
import { workUnitSet } from '../work-units/work-unit-row.ts';

interface FigureProps {
  readonly label: string;
  readonly count: number | undefined;
  readonly path: string;
}

const Figure = ({ label, count, path }: FigureProps) => {
  const screen = useScreenAddress();
  return (
    <Card>
      <CardActionArea component={Link} to={screen(path)} sx={{ p: 4 }}>
        <Typography sx={{ fontSize: 28, fontWeight: 600, lineHeight: 1.2 }}>{count ?? '–'}</Typography>
        <Typography variant="body2" color="textSecondary">
          {label}
        </Typography>
      </CardActionArea>
    </Card>
  );
};

/** The numbers of the moment, each a way to its screen. */
export const HomeFigures = () => {
  const permissions = usePermissions();
  const [seesWork, seesDevices] = [permissions.has('WorkUnits:view'), permissions.has('Devices:view')];
  const [seesPending, seesRules] = [permissions.has('PendingDevices:view'), permissions.has('Rules:view')];
  const seesCommunications = permissions.has('WorkUnitCommunications:view');
  const incidents = useCount(workUnitSet, openIncidents, { poll: pollIntervals.workUnits, enabled: seesWork });
  const devices = useCount('/v1/devices', 'isDeleted eq false', { poll: pollIntervals.devices, enabled: seesDevices });
  const pending = useCount('/v1/pendingdevices', undefined, {
    poll: pollIntervals.pendingDevices,
    enabled: seesPending,
  });
  const overdue = useCount(communicationSet, overdueCommunications, {
    poll: pollIntervals.workUnits,
    enabled: seesCommunications,
  });
  const matches = useCount(ruleMatchSet, 'expires gt now()', { poll: pollIntervals.ruleMatches, enabled: seesRules });
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(160px, 1fr))', gap: 3 }}>
      {seesWork && (
        <Figure label="Open incidents" count={incidents} path={`/workunitsv2?filter=${openIncidentChips}`} />
      )}
      {seesCommunications && (
        <Figure
          label="Communications with an overdue update"
          count={overdue}
          path="/workunitcommunications?filter=nextUpdate~given&sort=nextUpdate"
        />
      )}
      {seesRules && <Figure label="Active rule matches" count={matches} path="/rules" />}
      {seesDevices && <Figure label="Devices" count={devices} path="/devices" />}
      {seesPending && <Figure label="Pending devices to promote" count={pending} path="/pendingdevices" />}
    </Box>
  );
};
