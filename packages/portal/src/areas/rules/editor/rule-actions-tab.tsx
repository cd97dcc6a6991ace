import Box from '@mui/material/Box';
import { RuleActionList } from './rule-action-list.tsx';

/** What happens when a match begins, and when it ends. */
export const RuleActionsTab = () => (
  <Box sx={{ display: 'flex', flexDirection: 'column', gap: 6 }}>
    <RuleActionList name="matchActions" title="Match Actions" />
    <RuleActionList name="expirationActions" title="Expiration Actions" />
  </Box>
);
