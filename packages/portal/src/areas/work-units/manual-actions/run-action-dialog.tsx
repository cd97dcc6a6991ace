import { builtInActions } from '@cfs/contracts/action-enumerations';
import { namesIn, workUnitPlaceholders } from '@cfs/contracts/actions';
import type { EmailPreview } from '@cfs/contracts/email-templates';
import type { ManualAction } from '@cfs/contracts/manual-actions';
import { parameterValuesSchema, type ParameterValues } from '@cfs/contracts/parameter-values';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import FormHelperText from '@mui/material/FormHelperText';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { api } from '../../../lib/api/api-client.ts';
import { useAsk } from '../../../ui/feedback/confirm.tsx';
import { FieldGrid } from '../../../ui/fields/field-grid.tsx';
import { unsavedQuestion } from '../../../ui/forms/unsaved-question.ts';
import { useUnsavedPart } from '../../../ui/forms/unsaved-parts.ts';
import { ParameterInput } from '../../actions/parameter-input.tsx';
import { MailPreview } from '../notes/mail-preview.tsx';
import { manualActionName } from './manual-action-name.ts';

interface RunActionDialogProps {
  readonly workUnitId: number;
  readonly action: ManualAction;
  readonly onCancel: () => void;
  readonly onRun: (parameters: ParameterValues) => void;
}

interface Given {
  /** In the order of the action's input parameters, since their names may contain any character. */
  values: string[];
}

const givenByProtocol = (action: ManualAction, names: readonly string[]): string[] => {
  const { data = {} } = parameterValuesSchema.safeParse(action.parameters);
  return names.map((name) => data[name] ?? '');
};

/**
 * Asks for the parameters of a manual action before it runs, and previews the mail that it would send. Entered
 * parameters are discarded only after a confirmation.
 */
export const RunActionDialog = ({ workUnitId, action, onCancel, onRun }: RunActionDialogProps) => {
  const titleId = useId();
  const names = namesIn(action.actionDefinition.inputParameters);
  const form = useForm<Given>({ defaultValues: { values: givenByProtocol(action, names) } });
  const { isDirty } = form.formState;
  const ask = useAsk();
  useUnsavedPart(isDirty);
  const cancel = async (): Promise<void> => {
    if (!isDirty || (await ask(unsavedQuestion)) !== undefined) onCancel();
  };
  const parametersOf = ({ values }: Given): ParameterValues =>
    Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
  const preview = useMutation({
    mutationFn: (given: Given) =>
      api.post<EmailPreview>('/v1/emailtemplates/render', {
        workUnitId,
        protocolActionId: action.protocolActionId,
        userDefinedParams: parametersOf(given),
      }),
  });
  const sendsMail = action.actionDefinition.actionDefinitionId === builtInActions.sendEmail;
  return (
    <Dialog open onClose={() => void cancel()} aria-labelledby={titleId} fullWidth maxWidth="md">
      <DialogTitle id={titleId} variant="h2">
        Run Action: {manualActionName(action)}
      </DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
        {action.actionDefinition.description && (
          <DialogContentText>{action.actionDefinition.description}</DialogContentText>
        )}
        <FormProvider {...form}>
          <FieldGrid>
            {names.map((name, index) => (
              <ParameterInput
                key={name}
                name={`values.${index}`}
                actionDefinitionId={action.actionDefinition.actionDefinitionId}
                parameter={name}
                placeholders={workUnitPlaceholders}
              />
            ))}
          </FieldGrid>
        </FormProvider>
        {preview.error && (
          <FormHelperText error role="alert">
            {preview.error.message}
          </FormHelperText>
        )}
        {preview.data && <MailPreview key={preview.data.previewUrl} mail={preview.data} />}
      </DialogContent>
      <DialogActions>
        {sendsMail && (
          <Button
            sx={{ mr: 'auto' }}
            disabled={preview.isPending}
            onClick={() => void form.handleSubmit((given) => preview.mutate(given))()}
          >
            Preview
          </Button>
        )}
        <Button onClick={() => void cancel()}>Cancel</Button>
        <Button variant="contained" onClick={() => void form.handleSubmit((given) => onRun(parametersOf(given)))()}>
          Run
        </Button>
      </DialogActions>
    </Dialog>
  );
};
