import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import PreviewIcon from '@mui/icons-material/VisibilityOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { intakeMessages, readIntakeForm, type IntakeForm } from '@cfs/contracts/intake';
import { lazy, Suspense, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { CodeInput } from '../../ui/fields/code-input.tsx';
import { useIsReadOnly } from '../../ui/forms/read-only.ts';
import type { TenantValues } from './tenant.ts';

const PreviewIntake = lazy(async () => ({ default: (await import('../intake/preview-intake.tsx')).PreviewIntake }));

const field = 'intakeWizardFormData';

/** The JSON text of a file, made readable; `undefined` when it is none. */
const readJson = async (file: File): Promise<string | undefined> => {
  try {
    return JSON.stringify(JSON.parse(await file.text()), undefined, 2);
  } catch {
    return undefined;
  }
};

/** The intake form that the tenant stores: its text, from a file or typed, and a look at the wizard that it makes. */
export const IntakeFormTab = ({ isKnown }: { readonly isKnown: boolean }) => {
  const isReadOnly = useIsReadOnly();
  const { control, setValue, setError } = useFormContext<TenantValues>();
  const text = useWatch({ control, name: field }) ?? '';
  const chooser = useRef<HTMLInputElement>(null);
  const [previewed, setPreviewed] = useState<IntakeForm>();
  if (!isKnown) return <Alert severity="error">The stored form could not be read. Close this and try again.</Alert>;
  const put = (value: string): void => setValue(field, value, { shouldDirty: true, shouldValidate: true });
  const upload = async (file: File | undefined): Promise<void> => {
    const json = file && (await readJson(file));
    if (json !== undefined) put(json);
    else if (file) setError(field, { message: intakeMessages.notJson });
  };
  const preview = (): void => {
    const read = readIntakeForm(text);
    if ('form' in read) setPreviewed(read.form);
    else setError(field, { message: read.fault });
  };
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {!isReadOnly && (
          <Button startIcon={<UploadIcon />} variant="outlined" onClick={() => chooser.current?.click()}>
            Upload schema
          </Button>
        )}
        <Button startIcon={<PreviewIcon />} disabled={text === ''} onClick={preview}>
          Preview
        </Button>
        {!isReadOnly && (
          <Button startIcon={<DeleteIcon />} color="error" disabled={text === ''} onClick={() => put('')}>
            Remove
          </Button>
        )}
        <input
          ref={chooser}
          type="file"
          hidden
          aria-label="Schema file"
          accept=".json,application/json"
          onChange={({ target }) => {
            void upload(target.files?.[0]);
            target.value = '';
          }}
        />
      </Box>
      <CodeInput
        name={field}
        label="Intake schema"
        rows={18}
        help='JSON: {"schema": a JSON Schema of the answers, "uischema": how they are asked, step by step}.'
      />
      {previewed && (
        <Suspense>
          <PreviewIntake form={previewed} onClose={() => setPreviewed(undefined)} />
        </Suspense>
      )}
    </Box>
  );
};
