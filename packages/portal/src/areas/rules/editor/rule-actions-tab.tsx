import Box from '@mui/material/Box';
import { RuleActionList } from './rule-action-list.tsx';
import { StormSettings } from './storm-settings.tsx';

/** The actions when a match begins and when it ends, and their limits. */
export const RuleActionsTab = () => (
  <Box sx={{ display: 'flex', flexDirection: 'column', gap: 6 }}>
    <RuleActionList name="matchActions" title="Match Actions" />
    <RuleActionList name="expirationActions" title="Expiration Actions" />
    <StormSettings />
  </Box>
);
