import Alert from '@mui/material/Alert';
import MuiLink from '@mui/material/Link';
import { Link } from '@tanstack/react-router';
import { usePermissions } from '../../lib/permissions.tsx';
import { useScreenAddress } from '../../lib/use-tenant.ts';
import { useRulesOutOfService } from '../rules/rules-out-of-service.ts';

/** The enabled rules that are out of service; nothing while there are none. Below the rest, so that it moves nothing. */
export const UnrunRules = () => {
  const mayView = usePermissions().has('Rules:view');
  const screen = useScreenAddress();
  const { data: rules = [] } = useRulesOutOfService(mayView);
  return rules.map(({ ruleId, name, outOfServiceReason }) => (
    <Alert key={ruleId} severity="warning" sx={{ mt: 4 }}>
      The rule{' '}
      <MuiLink component={Link} to={screen(`/rules?open=${ruleId}`)}>
        {name}
      </MuiLink>{' '}
      is out of service. {outOfServiceReason}
    </Alert>
  ));
};
