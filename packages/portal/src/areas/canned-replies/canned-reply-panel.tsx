import { cannedReplyCreateSchema, cannedReplyUpdateSchema } from '@cfs/contracts/canned-replies';
import { cannedReplyPlaceholders } from '@cfs/contracts/canned-reply-texts';
import { longTextLimit } from '@cfs/contracts/sizes';
import Box from '@mui/material/Box';
import { equals } from '../../lib/api/odata-filter.ts';
import { fetchRows } from '../../lib/api/odata-query.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';
import { FormDrawer } from '../../ui/drawers/form-drawer.tsx';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { useOpenedRow } from '../../ui/drawers/use-opened-row.ts';
import { TenantInput } from '../../ui/fields/tenant-input.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { formValues } from '../../ui/forms/form-values.ts';
import { useZodForm } from '../../ui/forms/use-zod-form.ts';
import type { CannedReplyRow } from './canned-reply.ts';
import { cannedReplySet, useSaveCannedReply } from './canned-reply-queries.ts';

const failure = 'A problem occurred saving the canned reply. Please try again.';
const placeholders = cannedReplyPlaceholders.map((name) => `{{${name}}}`).join(', ');

const CannedReplyInputs = ({ isNew = false }: { readonly isNew?: boolean }) => (
  <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
    <TextInput name="name" label="Name" required help="What is typed after / in the note of a work unit." />
    <TenantInput name="tenantId" disabled={!isNew} />
    <TextInput
      name="body"
      label="Text"
      required
      rows={8}
      limit={longTextLimit}
      help={`Filled in from the work unit: ${placeholders}`}
    />
  </Box>
);

const CreateCannedReply = ({ drawer }: { readonly drawer: OpenRow }) => {
  const form = useZodForm(cannedReplyCreateSchema, { name: '', body: '', tenantId: useTenantId() });
  const save = useSaveCannedReply();
  return (
    <FormDrawer
      title="Create Canned Reply"
      form={form}
      failure={failure}
      onClose={drawer.close}
      onSave={async (values) => drawer.created((await save(values)).cannedReplyId)}
    >
      <CannedReplyInputs isNew />
    </FormDrawer>
  );
};

interface EditCannedReplyProps {
  readonly reply: CannedReplyRow;
  readonly onClose: () => void;
}

const EditCannedReply = ({ reply, onClose }: EditCannedReplyProps) => {
  const form = useZodForm(cannedReplyUpdateSchema, formValues(cannedReplyUpdateSchema, reply));
  const mayEdit = usePermissions().has('WorkUnits.Categories:edit');
  const save = useSaveCannedReply();
  return (
    <FormDrawer
      title={`${mayEdit ? 'Edit' : 'View'} Canned Reply: ${reply.name}`}
      id={reply.cannedReplyId}
      form={form}
      failure={failure}
      isReadOnly={!mayEdit}
      onClose={onClose}
      onReload={async () => {
        const [fresh = reply] = await fetchRows<CannedReplyRow>(cannedReplySet, {
          filter: equals('cannedReplyId', reply.cannedReplyId),
        });
        return formValues(cannedReplyUpdateSchema, fresh);
      }}
      onSave={async (values) =>
        form.reset(formValues(cannedReplyUpdateSchema, await save(values, reply.cannedReplyId)))
      }
    >
      <CannedReplyInputs />
    </FormDrawer>
  );
};

/** Creates a canned reply, or edits the one in the URL. */
export const CannedReplyPanel = ({ drawer }: { readonly drawer: OpenRow }) => {
  const reply = useOpenedRow<CannedReplyRow>(
    cannedReplySet,
    drawer.isCreating ? undefined : equals('cannedReplyId', drawer.openId),
  );
  if (drawer.isCreating) return <CreateCannedReply drawer={drawer} />;
  return drawer.openId && reply ? (
    <EditCannedReply key={reply.cannedReplyId} reply={reply} onClose={drawer.close} />
  ) : null;
};
