import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { useTenants } from '../../lib/lookups.ts';
import { useIsReadOnly } from '../../ui/forms/read-only.ts';
import { ConditionRow } from './condition-row.tsx';
import { blankCondition, type RuleValues } from './rule-values.ts';

/** The message of a list as a whole, wherever the resolver put it. */
const messageOf = (error: unknown): string | undefined => {
  const { message, root } = (error ?? {}) as { message?: string; root?: { message?: string } };
  return root?.message ?? message;
};

/** When a rule holds: the fixed condition of its tenant, then those of the person. And binds tighter than Or. */
export const RuleConditionsTab = () => {
  const isReadOnly = useIsReadOnly();
  const { control, formState } = useFormContext<RuleValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'conditions' });
  const tenantId = useWatch({ control, name: 'tenantId' });
  const tenant = useTenants().find((candidate) => candidate.tenantId === tenantId);
  const message = messageOf(formState.errors.conditions) ?? messageOf(formState.errors.timeConditions);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3, alignItems: 'flex-start' }}>
      {tenantId && (
        <Typography variant="body2" color="textSecondary">
          Tenant Equals {tenant?.name ?? tenantId}, and:
        </Typography>
      )}
      {fields.map((field, index) => (
        <ConditionRow key={field.id} index={index} onRemove={() => remove(index)} />
      ))}
      {message && (
        <FormHelperText error role="alert">
          {message}
        </FormHelperText>
      )}
      {!isReadOnly && (
        <Button startIcon={<AddIcon />} onClick={() => append(blankCondition())}>
          Add condition
        </Button>
      )}
    </Box>
  );
};
