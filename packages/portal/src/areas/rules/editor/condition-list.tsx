import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { conditionTypes } from '@cfs/contracts/rule-conditions';
import { Fragment } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { useTenants } from '../../../lib/lookups.ts';
import { useIsReadOnly } from '../../../ui/forms/read-only.ts';
import { AlternativeCard } from './alternative-card.tsx';
import { alternativesOf } from './alternatives.ts';
import { messageOf } from './message-of.ts';
import { blankCondition, type RuleValues } from './rule-values.ts';

/** The conditions in cards: those of a card are joined by And, the cards by Or. */
export const ConditionList = () => {
  const isReadOnly = useIsReadOnly();
  const { control, formState } = useFormContext<RuleValues>();
  const { fields, insert, append, remove } = useFieldArray({ control, name: 'conditions' });
  const [tenantId, ruleTypeId, conditions] = useWatch({ control, name: ['tenantId', 'ruleTypeId', 'conditions'] });
  const tenant = useTenants().find((candidate) => candidate.tenantId === tenantId);
  const message = messageOf(formState.errors.conditions);
  const rows = fields.map((field, index) => ({ index, key: field.id, Type: conditions[index]?.Type ?? field.Type }));
  const cards = alternativesOf(rows);
  return (
    <Box
      role="group"
      aria-label="Conditions"
      tabIndex={-1}
      {...(message === undefined ? {} : { 'aria-invalid': true })}
      sx={{ display: 'flex', flexDirection: 'column', gap: 3, alignItems: 'flex-start', outline: 'none' }}
    >
      {tenantId && (
        <Typography variant="body2" color="textSecondary">
          Tenant Equals {tenant?.name ?? tenantId}, and {cards.length > 1 ? 'one of these alternatives' : 'this'}:
        </Typography>
      )}
      {cards.map((card, position) => (
        <Fragment key={card[0]?.key}>
          {position > 0 && (
            <Typography variant="h3" component="p" sx={{ pl: 3 }}>
              Or
            </Typography>
          )}
          <AlternativeCard
            position={position + 1}
            rows={card}
            onAdd={() => insert((card.at(-1)?.index ?? 0) + 1, blankCondition())}
            onRemove={remove}
          />
        </Fragment>
      ))}
      {message && (
        <FormHelperText error role="alert">
          {message}
        </FormHelperText>
      )}
      {ruleTypeId === null && (
        <Typography variant="body2" color="textSecondary">
          Choose a rule type on the tab Details first: it determines the operands of the conditions.
        </Typography>
      )}
      {!isReadOnly && (
        <Button
          startIcon={<AddIcon />}
          disabled={ruleTypeId === null}
          onClick={() => append(blankCondition(fields.length === 0 ? conditionTypes.And : conditionTypes.Or))}
        >
          {fields.length === 0 ? 'Add condition' : 'Add alternative'}
        </Button>
      )}
    </Box>
  );
};
