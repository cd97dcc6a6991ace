import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { ApiProblem } from '../../../lib/api/api-problem.ts';
import { notify } from '../../../lib/notify.ts';
import { useTenantId } from '../../../lib/tenant/use-tenant.ts';
import { FormDrawer } from '../../../ui/drawers/form-drawer.tsx';
import type { OpenRow } from '../../../ui/drawers/use-open-row.ts';
import { FieldGrid } from '../../../ui/fields/field-grid.tsx';
import { TenantInput } from '../../../ui/fields/tenant-input.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { useZodForm } from '../../../ui/forms/use-zod-form.ts';
import { fileSize } from '../file-size.ts';
import { useRefreshPackages } from '../package-queries.ts';
import { FileInput } from './file-input.tsx';
import { uploadBundle } from './upload-bundle.ts';
import { uploadFormSchema } from './upload-form.ts';

/** The reason that the server gives for refusing the bundle; a general text if it gives none. */
const failureOf = (error: unknown): string => {
  const hasReason = error instanceof ApiProblem && error.status >= 400 && error.status !== 500 && error.detail !== '';
  return hasReason ? error.detail : 'A problem occurred uploading the bundle. Please try again.';
};

interface Progress {
  readonly sent: number;
  readonly size: number;
}

/** The server checks a bundle after its last byte has arrived. */
const UploadProgress = ({ sent, size }: Progress) => {
  const isSent = sent >= size;
  const text = isSent ? 'Checking the bundle…' : `${fileSize(sent)} of ${fileSize(size)} sent`;
  return (
    <Box role="status" sx={{ mt: 4 }}>
      <LinearProgress
        aria-label="Upload"
        variant={isSent ? 'indeterminate' : 'determinate'}
        {...(isSent ? {} : { value: (100 * sent) / size })}
      />
      <Typography variant="caption" color="textSecondary">
        {text}
      </Typography>
    </Box>
  );
};

/** Uploads a signed bundle: a new version of the package that its manifest names. */
export const UploadPanel = ({ drawer }: { readonly drawer: OpenRow }) => {
  const form = useZodForm(uploadFormSchema, { label: '', tenantId: useTenantId() });
  const refresh = useRefreshPackages();
  const [progress, setProgress] = useState<Progress>();
  if (!drawer.isCreating) return null;
  return (
    <FormDrawer
      title="Upload Package Version"
      openAs="upload"
      form={form}
      failure={failureOf}
      submitLabel="Upload"
      onClose={drawer.close}
      onSave={async (values) => {
        const { size } = values.file;
        setProgress({ sent: 0, size });
        try {
          const uploaded = await uploadBundle(values, (bytes) => setProgress({ sent: Math.min(bytes, size), size }));
          if (uploaded) {
            const { packageName, version, packageVersionStatusId, isNew } = uploaded;
            if (isNew) notify.success(`${packageName} ${version} was uploaded: ${packageVersionStatusId}.`);
            else notify.info(`${packageName} ${version} already exists.`);
          }
          await refresh();
        } finally {
          setProgress(undefined);
        }
      }}
    >
      <FieldGrid>
        <TextInput name="label" label="Label" required help="Describes the version to people." />
        <TenantInput name="tenantId" shareable="Packages:create" />
        <FileInput
          name="file"
          label="File"
          required
          wide
          accept=".zip,application/zip"
          help="A zip with manifest.json and manifest.sig, signed by a publisher key of the tenant."
        />
      </FieldGrid>
      {progress && <UploadProgress {...progress} />}
    </FormDrawer>
  );
};
