import {
  accessRequestFormSchema,
  accessRequestMessages,
  accountEnvironments,
  applicableFields,
  describeAccessRequest,
  type AccessRequest,
} from '@cfs/contracts/access-requests';
import Typography from '@mui/material/Typography';
import { api } from '../../lib/api/api-client.ts';
import { notify } from '../../lib/notify.ts';
import { FormDrawer } from '../../ui/drawers/form-drawer.tsx';
import { useZodForm } from '../../ui/forms/use-zod-form.ts';
import { AccessRequestInputs } from './access-request-inputs.tsx';

const send = async (request: AccessRequest): Promise<void> => {
  const now = new Date();
  await api.post('/v1/accessrequest', { ...applicableFields(request), ...describeAccessRequest(request, now) });
  notify.success(accessRequestMessages.created);
};

/** A visitor's request for a new account or for the reset of a password. */
export const AccessRequestDrawer = ({ onClose }: { readonly onClose: () => void }) => {
  const form = useZodForm(accessRequestFormSchema, {
    requestType: '',
    firstName: '',
    lastName: '',
    middleInitial: '',
    suffix: '',
    email: '',
    phoneNumber: '',
    targetAccountName: '',
    environment: accountEnvironments[0],
    citizenship: '',
    designation: '',
    organization: '',
    grade: '',
    companyName: '',
    acknowledgesAccuracy: false,
    acknowledgesTerms: false,
  });
  return (
    <FormDrawer
      title="Request Access or Reset Account"
      form={form}
      failure={accessRequestMessages.failed}
      submitLabel="Submit Request"
      onClose={onClose}
      onSave={send}
    >
      <Typography variant="body2" color="textSecondary" sx={{ mb: 4 }}>
        An administrator reads your request and answers by mail or phone.
      </Typography>
      <AccessRequestInputs />
    </FormDrawer>
  );
};
