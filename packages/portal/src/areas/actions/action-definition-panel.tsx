import { builtInTypes } from '@cfs/contracts/action-enumerations';
import { actionDefinitionInputSchema } from '@cfs/contracts/actions';
import Alert from '@mui/material/Alert';
import { equals } from '../../lib/api/odata-filter.ts';
import { fetchRows } from '../../lib/api/odata-query.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';
import { FormDrawer } from '../../ui/drawers/form-drawer.tsx';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { useOpenedRow } from '../../ui/drawers/use-opened-row.ts';
import { formValues } from '../../ui/forms/form-values.ts';
import { useZodForm } from '../../ui/forms/use-zod-form.ts';
import { ActionDefinitionInputs } from './action-definition-inputs.tsx';
import { useSaveActionDefinition } from './action-definition-queries.ts';
import type { ActionDefinitionRow } from './action-definition.ts';
import { actionDefinitionSet } from './offered-actions.ts';

const failure = 'A problem occurred saving the action. Please try again.';

const valuesOf = (definition: ActionDefinitionRow) => formValues(actionDefinitionInputSchema, definition);

const CreateActionDefinition = ({ drawer }: { readonly drawer: OpenRow }) => {
  const form = useZodForm(actionDefinitionInputSchema, {
    name: '',
    tenantId: useTenantId(),
    description: '',
    inputParameters: '',
    endpointUrl: '',
    httpMethod: 'POST',
    headers: '',
    body: '',
  });
  const save = useSaveActionDefinition();
  return (
    <FormDrawer
      title="Create Action Definition"
      form={form}
      failure={failure}
      onClose={drawer.close}
      onSave={async (values) => drawer.created((await save(values)).actionDefinitionId)}
    >
      <ActionDefinitionInputs isNew />
    </FormDrawer>
  );
};

interface EditActionDefinitionProps {
  readonly definition: ActionDefinitionRow;
  readonly onClose: () => void;
}

const EditActionDefinition = ({ definition, onClose }: EditActionDefinitionProps) => {
  const { actionDefinitionId, actionDefinitionTypeId } = definition;
  const form = useZodForm(actionDefinitionInputSchema, valuesOf(definition));
  const isBuiltIn = builtInTypes.has(actionDefinitionTypeId);
  const mayEdit = usePermissions().on(definition).has('ActionDefinitions:edit') && !isBuiltIn;
  const save = useSaveActionDefinition();
  return (
    <FormDrawer
      title={mayEdit ? 'Edit Action Definition' : 'View Action Definition'}
      id={actionDefinitionId}
      form={form}
      failure={failure}
      isReadOnly={!mayEdit}
      onClose={onClose}
      onReload={async () => {
        const [fresh = definition] = await fetchRows<ActionDefinitionRow>(actionDefinitionSet, {
          filter: equals('actionDefinitionId', actionDefinitionId),
        });
        return valuesOf(fresh);
      }}
      onSave={async (values) => form.reset(valuesOf(await save(values, actionDefinitionId)))}
    >
      {isBuiltIn && (
        <Alert severity="info" sx={{ mb: 4 }}>
          Built-in actions can be neither edited nor deleted.
        </Alert>
      )}
      <ActionDefinitionInputs {...(isBuiltIn ? { builtInType: actionDefinitionTypeId } : {})} />
    </FormDrawer>
  );
};

/** Creates an action, or edits the one in the URL; built-in ones are read-only. */
export const ActionDefinitionPanel = ({ drawer }: { readonly drawer: OpenRow }) => {
  const definition = useOpenedRow<ActionDefinitionRow>(
    actionDefinitionSet,
    drawer.isCreating ? undefined : equals('actionDefinitionId', drawer.openId),
  );
  if (drawer.isCreating) return <CreateActionDefinition drawer={drawer} />;
  return drawer.openId && definition ? (
    <EditActionDefinition key={definition.actionDefinitionId} definition={definition} onClose={drawer.close} />
  ) : null;
};
