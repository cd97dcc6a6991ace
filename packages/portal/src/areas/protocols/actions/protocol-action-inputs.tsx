import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { namesIn, workUnitPlaceholders } from '@cfs/contracts/actions';
import { useFormContext, useWatch } from 'react-hook-form';
import { FieldGrid } from '../../../ui/fields/field-grid.tsx';
import { useFieldDescription } from '../../../ui/fields/field-registry.ts';
import { SearchInput } from '../../../ui/fields/search-input.tsx';
import { SelectInput } from '../../../ui/fields/select-input.tsx';
import { SwitchInput } from '../../../ui/fields/switch-input.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { ParameterInput } from '../../actions/parameter-input.tsx';
import { eventsInOrder } from './event-descriptions.ts';
import { parameterKey, type ChosenAction, type ProtocolActionValues } from './protocol-action-values.ts';

interface ProtocolActionInputsProps {
  /** The actions that can be chosen, including the stored one. */
  readonly actions: readonly ChosenAction[];
  readonly isLoading: boolean;
}

const events = eventsInOrder.map((event) => ({ value: event, label: event }));

/** The values of parameters in a message about a conflict. */
const showParameters = (values: unknown): string =>
  Object.values((values ?? {}) as ProtocolActionValues['parameters'])
    .filter((value) => value)
    .join(', ');

/** The parameters of the chosen action. */
const ProtocolActionParameters = ({ action }: { readonly action: ChosenAction }) => {
  const { formState } = useFormContext<ProtocolActionValues>();
  const runAutomatically = useWatch<ProtocolActionValues, 'runAutomatically'>({ name: 'runAutomatically' });
  useFieldDescription('parameters', { label: 'Parameters', show: showParameters });
  const names = namesIn(action.inputParameters);
  const message = formState.errors.parameters?.message;
  return (
    <Box component="section" aria-label="Parameters">
      <Typography variant="h3">Parameters</Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 3 }}>
        {names.length === 0
          ? `${action.name} has no parameters.`
          : `Type {{ to insert a value of the work unit.${runAutomatically ? '' : ' The person who runs the action can change them.'}`}
      </Typography>
      {typeof message === 'string' && (
        <Alert severity="error" sx={{ mb: 3 }}>
          {message}
        </Alert>
      )}
      <FieldGrid>
        {names.map((name) => (
          <ParameterInput
            key={`${action.actionDefinitionId} ${name}`}
            name={`parameters.${parameterKey(name)}`}
            actionDefinitionId={action.actionDefinitionId}
            parameter={name}
            placeholders={workUnitPlaceholders}
            required={runAutomatically && action.requiredParameters.includes(name)}
          />
        ))}
      </FieldGrid>
    </Box>
  );
};

/** The fields of an action of a protocol. */
export const ProtocolActionInputs = ({ actions, isLoading }: ProtocolActionInputsProps) => {
  const [actionDefinitionId, runAutomatically] = useWatch<
    ProtocolActionValues,
    ['actionDefinitionId', 'runAutomatically']
  >({ name: ['actionDefinitionId', 'runAutomatically'] });
  const chosen = actions.find((action) => action.actionDefinitionId === actionDefinitionId);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 6 }}>
      <FieldGrid>
        <SelectInput name="workUnitEventTypeId" label="Event" required options={events} />
        <SearchInput
          name="actionDefinitionId"
          label="Action"
          required
          isLoading={isLoading}
          options={actions.map(({ actionDefinitionId: value, name: label }) => ({ value, label }))}
          {...(chosen?.description ? { help: chosen.description } : {})}
        />
        <TextInput
          name="summary"
          label="Summary"
          wide
          help="Shown under Pending Actions and in the history. The name of the action is shown if this is empty."
        />
        <SwitchInput name="runAutomatically" label="Run automatically" />
        {!runAutomatically && <SwitchInput name="repeatable" label="Repeatable while the state lasts" />}
      </FieldGrid>
      {chosen && <ProtocolActionParameters action={chosen} />}
    </Box>
  );
};
