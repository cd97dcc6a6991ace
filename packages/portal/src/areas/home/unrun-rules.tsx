import Alert from '@mui/material/Alert';
import MuiLink from '@mui/material/Link';
import type { Home } from '@cfs/contracts/home';
import { Link } from '@tanstack/react-router';
import { useScreenAddress } from '../../lib/tenant/use-tenant.ts';

interface UnrunRulesProps {
  readonly rules: NonNullable<Home['rules']>['outOfService'];
}

/** Warnings for enabled rules that are out of service. */
export const UnrunRules = ({ rules }: UnrunRulesProps) => {
  const screen = useScreenAddress();
  return rules.map(({ ruleId, name, outOfServiceReason }) => (
    <Alert key={ruleId} severity="warning">
      The rule{' '}
      <MuiLink component={Link} to={screen(`/rules?open=${ruleId}`)} underline="always">
        {name}
      </MuiLink>{' '}
      is out of service. {outOfServiceReason}
    </Alert>
  ));
};
