import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { actionsPerHour, matchGroups } from '@cfs/contracts/rule-storms';
import { useWatch } from 'react-hook-form';
import { FieldGrid } from '../../../ui/fields/field-grid.tsx';
import { NumberInput } from '../../../ui/fields/number-input.tsx';
import { SelectInput } from '../../../ui/fields/select-input.tsx';
import { TimeSpanInput } from '../../../ui/fields/time-span-input.tsx';
import type { RuleValues } from './rule-values.ts';

const groupOptions = matchGroups.map((name) => ({ value: name, label: name }));

/** The limits for the actions of a rule: groups of matches, and a maximum per hour. */
export const StormSettings = () => {
  const groupBy = useWatch<RuleValues, 'groupBy'>({ name: 'groupBy' });
  return (
    <Box component="section" aria-label="Storm Control" sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
      <Typography variant="h3">Storm Control</Typography>
      <FieldGrid>
        <SelectInput
          name="groupBy"
          label="Group Matches By"
          emptyLabel="No groups"
          options={groupOptions}
          help="Matches of a group that begin within the window share one work unit and one mail."
        />
        {groupBy !== null && <TimeSpanInput name="groupWindow" label="Group Window" required />}
        <NumberInput
          name="actionLimitPerHour"
          label="Actions per Hour"
          min={actionsPerHour.minimum}
          max={actionsPerHour.maximum}
          help="Empty: no limit. Beyond it one digest an hour reports the matches. Colours are not counted."
        />
      </FieldGrid>
    </Box>
  );
};
