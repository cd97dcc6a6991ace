import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import PreviewIcon from '@mui/icons-material/VisibilityOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Suspense, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useAddressQuery } from '../../lib/address-query.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { CodeInput } from '../../ui/fields/code-input.tsx';
import { useIsReadOnly } from '../../ui/forms/read-only.ts';
import { readable, type TenantValues } from './tenant.ts';

const IntakeEditor = lazyPart(async () => (await import('../intake/intake-editor.tsx')).IntakeEditor);

const field = 'intakeWizardFormData';
const editorRows = 32;
/** The value of the query parameter `editor` while the editor is open. */
const editor = 'intake';

interface IntakeFormTabProps {
  /** `undefined` for a tenant that is not stored yet. */
  readonly tenantId: string | undefined;
  readonly isKnown: boolean;
}

/** The intake form of the tenant: its text, typed or from a file, and an editor next to a preview of the wizard. */
export const IntakeFormTab = ({ tenantId, isKnown }: IntakeFormTabProps) => {
  const isReadOnly = useIsReadOnly();
  const { control, setValue } = useFormContext<TenantValues>();
  const text = useWatch({ control, name: field }) ?? '';
  const chooser = useRef<HTMLInputElement>(null);
  const [query, patch] = useAddressQuery();
  const isEditing = query['editor'] === editor && !(isReadOnly && text === '');
  const [refused, setRefused] = useState<readonly string[]>([]);
  if (!isKnown) return <Alert severity="error">The stored form could not be read. Close this and try again.</Alert>;
  const put = (value: string): void => {
    setRefused([]);
    setValue(field, value, { shouldDirty: true, shouldValidate: true });
  };
  const upload = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const { readIntakeFile } = await import('../intake/read-intake-file.ts');
    const read = await readIntakeFile(file);
    if ('text' in read) put(read.text);
    else setRefused(read.faults);
  };
  const code = (rows: number) => (
    <CodeInput
      name={field}
      label="Intake schema"
      rows={rows}
      help='JSON: {"schema": a JSON Schema of the answers, "uischema": how they are asked, step by step}.'
    />
  );
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {!isReadOnly && (
          <Button startIcon={<UploadIcon />} variant="outlined" onClick={() => chooser.current?.click()}>
            Upload schema
          </Button>
        )}
        <Button startIcon={<PreviewIcon />} disabled={isReadOnly && text === ''} onClick={() => patch({ editor })}>
          {isReadOnly ? 'Preview' : 'Edit with preview'}
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
      {refused.length > 0 && (
        <Alert severity="error" onClose={() => setRefused([])}>
          The file was not accepted; the schema is unchanged.
          <Box component="ul" sx={{ m: 0, mt: 1, pl: 4 }}>
            {refused.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </Box>
        </Alert>
      )}
      {isEditing ? (
        <Suspense>
          <IntakeEditor
            tenantId={tenantId}
            text={text}
            isReadOnly={isReadOnly}
            onLoad={(version) => put(readable(version))}
            onClose={() => patch({ editor: undefined })}
          >
            {code(editorRows)}
          </IntakeEditor>
        </Suspense>
      ) : (
        code(18)
      )}
    </Box>
  );
};
