import AddIcon from '@mui/icons-material/Add';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import FormHelperText from '@mui/material/FormHelperText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { namesIn, occasionPlaceholders, type OfferedAction } from '@cfs/contracts/actions';
import { useState } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { useTenantId } from '../../../lib/tenant/use-tenant.ts';
import { useAsk } from '../../../ui/feedback/confirm.tsx';
import { FieldGrid } from '../../../ui/fields/field-grid.tsx';
import { useIsReadOnly } from '../../../ui/forms/read-only.ts';
import { RowAction } from '../../../ui/grid/row-action.tsx';
import { useOfferedActions } from '../../actions/offered-actions.ts';
import { ParameterInput } from '../../actions/parameter-input.tsx';
import { parameterKey, type RuleValues } from './rule-values.ts';

interface RuleActionListProps {
  readonly name: 'matchActions' | 'expirationActions';
  readonly title: string;
}

/** The actions of one kind, each with the parameters that its definition asks for. */
export const RuleActionList = ({ name, title }: RuleActionListProps) => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const isReadOnly = useIsReadOnly();
  const ask = useAsk();
  const { control, formState } = useFormContext<RuleValues>();
  const { fields, append, remove } = useFieldArray({ control, name });
  const currentTenantId = useTenantId();
  const tenantId = useWatch({ control, name: 'tenantId' }) ?? currentTenantId;
  const { data: definitions = [] } = useOfferedActions('Rules', tenantId);
  const message = formState.errors[name]?.message;
  const add = ({ actionDefinitionId, inputParameters }: OfferedAction): void => {
    append({
      ActionDefinitionId: actionDefinitionId,
      Parameters: Object.fromEntries(namesIn(inputParameters).map((each) => [parameterKey(each), null])),
    });
    setAnchor(undefined);
  };
  return (
    <Box
      component="section"
      aria-label={title}
      sx={{ display: 'flex', flexDirection: 'column', gap: 3, alignItems: 'flex-start' }}
    >
      <Typography variant="h3">{title}</Typography>
      {fields.map((field, index) => {
        const definition = definitions.find((candidate) => candidate.actionDefinitionId === field.ActionDefinitionId);
        const label = definition?.name ?? 'Action';
        return (
          <Card key={field.id} sx={{ width: 1, p: 3 }}>
            <Box sx={{ display: 'flex', justifyContent: 'space-between', mb: 2 }}>
              <Typography sx={{ fontWeight: 600 }}>{label}</Typography>
              {!isReadOnly && (
                <RowAction
                  label={`Remove ${label}`}
                  icon={<DeleteIcon />}
                  onClick={() =>
                    void ask({ title: label, text: 'Are you sure you want to remove this rule action?' }).then(
                      (answer) => {
                        if (answer !== undefined) remove(index);
                      },
                    )
                  }
                />
              )}
            </Box>
            <FieldGrid>
              {namesIn(definition?.inputParameters).map((parameter) => (
                <ParameterInput
                  key={parameter}
                  actionDefinitionId={field.ActionDefinitionId}
                  placeholders={occasionPlaceholders}
                  name={`${name}.${index}.Parameters.${parameterKey(parameter)}`}
                  parameter={parameter}
                />
              ))}
            </FieldGrid>
          </Card>
        );
      })}
      {message && (
        <FormHelperText error role="alert">
          {message}
        </FormHelperText>
      )}
      {!isReadOnly && (
        <Button startIcon={<AddIcon />} aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>
          Add action
        </Button>
      )}
      <Menu open={anchor !== undefined} {...(anchor ? { anchorEl: anchor } : {})} onClose={() => setAnchor(undefined)}>
        {definitions.map((definition) => (
          <MenuItem key={definition.actionDefinitionId} onClick={() => add(definition)}>
            {definition.name}
          </MenuItem>
        ))}
      </Menu>
    </Box>
  );
};
