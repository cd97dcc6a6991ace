import Box from '@mui/material/Box';
import { ConditionList } from './condition-list.tsx';
import { TimeLimitations } from './time-limitations.tsx';
import { TypeSettings } from './type-settings.tsx';

/** The settings of the rule's type, its conditions and its time limitations. */
export const RuleConditionsTab = () => (
  <Box sx={{ display: 'flex', flexDirection: 'column', gap: 6 }}>
    <TypeSettings />
    <ConditionList />
    <TimeLimitations />
  </Box>
);
