import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import type { TokenCreate } from '@cfs/contracts/tokens';
import { useId } from 'react';
import { useFormState } from 'react-hook-form';
import { SwitchInput } from '../../ui/fields/switch-input.tsx';
import { tokenUses } from './token.ts';

/** The uses of a token; at least one must be chosen. */
export const TokenUsesInput = () => {
  const { errors } = useFormState<TokenCreate>();
  const labelId = useId();
  const fault = errors.canEnrol?.message;
  return (
    <Box role="group" aria-labelledby={labelId} sx={{ gridColumn: '1 / -1' }}>
      <FormLabel id={labelId} required error={fault !== undefined} sx={{ display: 'block', mb: 1, fontSize: 13 }}>
        What it is for
      </FormLabel>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 6 }}>
        {tokenUses.map(({ field, label }) => (
          <SwitchInput key={field} name={field} label={label} />
        ))}
      </Box>
      {fault !== undefined && (
        <FormHelperText error role="alert" sx={{ mx: 0 }}>
          {fault}
        </FormHelperText>
      )}
    </Box>
  );
};
