import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { secretWriteSchema, type Secret, type SecretWrite } from '@cfs/contracts/secrets';
import { useId, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { ApiProblem, isConflict } from '../../lib/api/api-problem.ts';
import { FieldRegistryProvider, useNewFieldRegistry } from '../../ui/fields/field-registry.ts';
import { TextBox } from '../../ui/fields/text-box.tsx';
import { serverErrors } from '../../ui/forms/server-errors.ts';
import { useUnsavedPart } from '../../ui/forms/unsaved-parts.ts';
import { useZodForm } from '../../ui/forms/use-zod-form.ts';
import { monospace } from '../../ui/theme/theme.ts';

interface SecretDialogProps {
  /** The secret to be replaced; absent for a new one. */
  readonly secret?: Secret;
  readonly onSave: (body: SecretWrite) => Promise<void>;
  /** Reloads the secrets. */
  readonly onReload: () => Promise<readonly Secret[]>;
  readonly onClose: () => void;
}

/** Keeps spelling services from reading a secret, and the browser from capitalizing or correcting it. */
const unread = { spellCheck: false, autoCapitalize: 'off', autoCorrect: 'off' } as const;

/** Adds a secret, or replaces its value; closes after a successful save. The entered value is kept only in the form. */
export const SecretDialog = ({ secret, onSave, onReload, onClose }: SecretDialogProps) => {
  const form = useZodForm(secretWriteSchema, { name: secret?.name ?? '', value: '' });
  const fields = useNewFieldRegistry();
  const [modified, setModified] = useState(secret?.modified ?? null);
  const [failure, setFailure] = useState('');
  const titleId = useId();
  const { isDirty, isSubmitting } = form.formState;
  useUnsavedPart(isDirty, isSubmitting);

  const explain = async (error: ApiProblem, values: SecretWrite): Promise<void> => {
    const placed = serverErrors(values, error.errors).filter(({ path }) => path === 'name' || path === 'value');
    for (const { path, message } of placed) form.setError(path as 'name' | 'value', { message });
    if (placed.length > 0) return;
    if (!secret || !isConflict(error)) {
      setFailure(error.detail);
      return;
    }
    const stored = (await onReload()).find(({ id }) => id === secret.id);
    setModified(stored?.modified ?? null);
    const what = stored ? `${stored.modifiedBy} has replaced this secret` : 'Another user has deleted this secret';
    setFailure(`${what} since you opened it. Save again to store your value anyway.`);
  };
  const save = form.handleSubmit(async (values) => {
    setFailure('');
    try {
      await onSave({ ...values, modified });
      onClose();
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      await explain(error, values);
    }
  });

  return (
    <Dialog
      open
      onClose={(_, reason) => {
        if (reason !== 'backdropClick' || !isDirty) onClose();
      }}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="sm"
    >
      <DialogTitle id={titleId} variant="h2" sx={{ overflowWrap: 'anywhere' }}>
        {secret ? `Replace Secret: ${secret.name}` : 'Add Secret'}
      </DialogTitle>
      <FormProvider {...form}>
        <FieldRegistryProvider value={fields}>
          <form
            noValidate
            onSubmit={(event) => {
              // The drawer around the dialog is a form too, which must not be submitted.
              event.stopPropagation();
              void save(event);
            }}
          >
            <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 4, pt: 0 }}>
              {failure !== '' && <Alert severity="error">{failure}</Alert>}
              {!secret && (
                <TextBox
                  name="name"
                  label="Name"
                  required
                  help="Letters, digits, dots, hyphens and underscores. It cannot be changed later."
                  htmlInput={{ ...unread, autoFocus: true }}
                />
              )}
              <TextBox
                name="value"
                label={secret ? 'New value' : 'Value'}
                required
                lines={{ min: 3, max: 10 }}
                textField={{
                  autoComplete: 'off',
                  sx: { '& textarea': { fontFamily: monospace } },
                }}
                htmlInput={{ ...unread, ...(secret && { autoFocus: true }) }}
              />
            </DialogContent>
            <DialogActions>
              <Button onClick={onClose}>Cancel</Button>
              <Button type="submit" variant="contained" disabled={isSubmitting}>
                {secret ? 'Replace' : 'Add'}
              </Button>
            </DialogActions>
          </form>
        </FieldRegistryProvider>
      </FormProvider>
    </Dialog>
  );
};
