import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import type { ControlStatusName } from '@cfs/contracts/control-statuses';
import type { Home } from '@cfs/contracts/home';
import { Link } from '@tanstack/react-router';
import { useScreenAddress } from '../../lib/tenant/use-tenant.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { CountLink } from './count-link.tsx';
import { HomeSection } from './home-section.tsx';

type ComplianceFigures = NonNullable<Home['compliance']>;
type ControlSetShare = ComplianceFigures['sets'][number];

const Summary = ({ set }: { readonly set: ControlSetShare }) => {
  const { controlSetId, name, controls, compliant, otherwise } = set;
  const pathOf = (status: ControlStatusName): string => `/compliance?set=${controlSetId}&status=${status}`;
  return (
    <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
      <CountLink count={compliant} of={`${name}, compliant`} path={pathOf('Compliant')} isInText />
      {` of ${controls} compliant, `}
      <CountLink count={controls - compliant - otherwise} of={`${name}, not set`} path={pathOf('Notset')} isInText />
      {' not set'}
    </Box>
  );
};

/** The statuses of the controls of each set this week. */
export const WeekCompliance = ({ compliance: { sets } }: { readonly compliance: ComplianceFigures }) => {
  const screen = useScreenAddress();
  return (
    <HomeSection title="Compliance this week" path="/compliance">
      {sets.length === 0 ? (
        <EmptyState title="No control sets" hint="Import a control set under Compliance." />
      ) : (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', rowGap: 3, fontSize: 13 }}>
          {sets.map((set) => (
            <Box component="li" key={set.controlSetId}>
              <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 3 }}>
                <MuiLink component={Link} to={screen(`/compliance?set=${set.controlSetId}`)}>
                  {set.name}
                </MuiLink>
                <Summary set={set} />
              </Box>
              <Box
                aria-hidden
                sx={(theme) => ({
                  display: 'flex',
                  height: 8,
                  mt: 1,
                  borderRadius: '4px',
                  overflow: 'hidden',
                  backgroundColor: theme.palette.action.hover,
                  '& > .compliant': { backgroundColor: theme.tokens.compliance.Compliant.fill },
                  '& > .otherwise': { backgroundColor: theme.tokens.compliance.NonCompliant.fill },
                })}
              >
                <span className="compliant" style={{ width: `${(100 * set.compliant) / set.controls}%` }} />
                <span className="otherwise" style={{ width: `${(100 * set.otherwise) / set.controls}%` }} />
              </Box>
            </Box>
          ))}
        </Box>
      )}
    </HomeSection>
  );
};
