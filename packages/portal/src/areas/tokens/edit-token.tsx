import { tokenUpdateSchema, type TokenGrant } from '@cfs/contracts/tokens';
import { equals } from '../../lib/api/odata-filter.ts';
import { fetchRows } from '../../lib/api/odata-query.ts';
import { formatDate } from '../../lib/texts/dates.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { FixedValue } from '../../ui/fields/fixed-value.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { FormDrawer } from '../../ui/drawers/form-drawer.tsx';
import { formValues } from '../../ui/forms/form-values.ts';
import { useZodForm } from '../../ui/forms/use-zod-form.ts';
import { saveTokenFailure, usesOf } from './token.ts';
import { tokenSet, useSaveToken } from './token-queries.ts';

interface EditTokenProps {
  readonly token: TokenGrant;
  readonly onClose: () => void;
}

export const EditToken = ({ token, onClose }: EditTokenProps) => {
  const { tokenGrantId } = token;
  const form = useZodForm(tokenUpdateSchema, formValues(tokenUpdateSchema, token));
  const mayEdit = usePermissions().has('Tokens:edit');
  const save = useSaveToken();
  return (
    <FormDrawer
      title={`${mayEdit ? 'Edit' : 'View'} Token: ${token.name}`}
      id={tokenGrantId}
      form={form}
      failure={saveTokenFailure}
      isReadOnly={!mayEdit}
      onClose={onClose}
      onReload={async () => {
        const [fresh = token] = await fetchRows<TokenGrant>(tokenSet, { filter: equals('tokenGrantId', tokenGrantId) });
        return formValues(tokenUpdateSchema, fresh);
      }}
      onSave={async (values) => form.reset(formValues(tokenUpdateSchema, await save(values, tokenGrantId)))}
    >
      <FieldGrid>
        <TextInput name="name" label="Name" required />
        <FixedValue label="Expires" value={token.expiresOn === null ? 'Forever' : formatDate(token.expiresOn)} />
        <TextInput name="description" label="Description" rows={2} wide />
        <FixedValue label="What it is for" value={usesOf(token)} />
      </FieldGrid>
    </FormDrawer>
  );
};
