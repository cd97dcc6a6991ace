import Box from '@mui/material/Box';
import { ConditionList } from './condition-list.tsx';
import { TimeLimitations } from './time-limitations.tsx';
import { TypeSettings } from './type-settings.tsx';

/** When a rule holds: the settings of its type, its conditions, and when it applies. */
export const RuleConditionsTab = () => (
  <Box sx={{ display: 'flex', flexDirection: 'column', gap: 6 }}>
    <TypeSettings />
    <ConditionList />
    <TimeLimitations />
  </Box>
);
