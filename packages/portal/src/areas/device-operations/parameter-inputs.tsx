import AddIcon from '@mui/icons-material/Add';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { deviceOperationLimits } from '@cfs/contracts/device-operation-texts';
import { parameterSources, runtimeFacts } from '@cfs/contracts/operation-enumerations';
import type { ParameterDefinition } from '@cfs/contracts/packages';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { SelectInput } from '../../ui/fields/select-input.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { useIsReadOnly } from '../../ui/forms/read-only.ts';
import { RowAction } from '../../ui/grid/row-action.tsx';

const sourceLabels: Readonly<Record<(typeof parameterSources)[number], string>> = {
  PortalEntry: 'Portal entry',
  EnvironmentVariable: 'Environment variable',
  SecuredValue: 'Secured value',
  RuntimeConfig: 'Runtime config',
};
const sources = parameterSources.map((value) => ({ value, label: sourceLabels[value] }));
const facts = runtimeFacts.map((value) => ({ value, label: value }));
const firstPlaceholder = { PlaceholderKeyForSecretValue: 'secret', SecuredSourceKeyToGetSecretValue: '' };

interface ParameterInputsProps {
  readonly definition: ParameterDefinition;
  /** The path of the parameter in the form. */
  readonly path: string;
}

const SecuredValues = ({ name, path }: { readonly name: string; readonly path: string }) => {
  const isReadOnly = useIsReadOnly();
  const { control } = useFormContext();
  const { fields, append, remove } = useFieldArray({ control, name: `${path}.SecuredValues` });
  return (
    <Box sx={{ gridColumn: '1 / -1', display: 'grid', gap: 2 }}>
      {fields.map((field, index) => (
        <Box
          key={field.id}
          role="group"
          aria-label={`Secret ${index + 1} of ${name}`}
          sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr 40px', gap: 2, alignItems: 'start' }}
        >
          <TextInput
            name={`${path}.SecuredValues.${index}.PlaceholderKeyForSecretValue`}
            label="Placeholder"
            required
          />
          <TextInput name={`${path}.SecuredValues.${index}.SecuredSourceKeyToGetSecretValue`} label="Secret" required />
          <Box sx={{ pt: 5 }}>
            {!isReadOnly && (
              <RowAction
                label={`Remove secret ${index + 1} of ${name}`}
                icon={<DeleteIcon />}
                onClick={() => remove(index)}
              />
            )}
          </Box>
        </Box>
      ))}
      {!isReadOnly && fields.length < deviceOperationLimits.securedValues && (
        <Button sx={{ justifySelf: 'start' }} startIcon={<AddIcon />} onClick={() => append(firstPlaceholder)}>
          Add Secret
        </Button>
      )}
    </Box>
  );
};

/** The inputs of one parameter: its source, and its value in the form that the source requires. */
export const ParameterInputs = ({ definition, path }: ParameterInputsProps) => {
  const { Name, Description, Required, DefaultValue } = definition;
  const { control, setValue } = useFormContext();
  const source = useWatch({ control, name: `${path}.Source` }) as string;
  const isRequired = Required && (DefaultValue ?? '') === '';
  const isSecured = source === 'SecuredValue';
  const value = { name: `${path}.Value`, label: `${Name} value`, required: isRequired };
  const help = (DefaultValue ?? '') === '' ? undefined : `Empty for ${DefaultValue}`;
  return (
    <Box
      role="group"
      aria-label={Name}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', md: '180px 1fr' },
        gap: 2,
        py: 3,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ gridColumn: '1 / -1' }}>
        <Typography sx={{ fontWeight: 600, fontSize: 14 }}>{Name}</Typography>
        {Description && (
          <Typography variant="body2" color="textSecondary">
            {Description}
          </Typography>
        )}
      </Box>
      <SelectInput
        name={`${path}.Source`}
        label={`${Name} source`}
        options={sources}
        onSelect={(chosen) => {
          const isNowSecured = chosen === 'SecuredValue';
          const texts = { shouldDirty: true, shouldValidate: false } as const;
          setValue(`${path}.SecuredValues`, isNowSecured ? [firstPlaceholder] : [], texts);
          setValue(`${path}.Value`, isNowSecured ? '{{secret}}' : '', texts);
        }}
      />
      {source === 'RuntimeConfig' ? (
        <SelectInput {...value} options={facts} emptyLabel="Default" />
      ) : (
        <TextInput
          {...value}
          {...(source === 'PortalEntry' || isSecured ? { rows: 1 } : {})}
          {...(isSecured
            ? { help: 'A text with {{placeholders}}. Only the agent receives the secrets that replace them.' }
            : help
              ? { help }
              : {})}
        />
      )}
      {isSecured && <SecuredValues name={Name} path={path} />}
    </Box>
  );
};
