import { actionHttpMethods, customActionTypes } from '@cfs/contracts/action-enumerations';
import { type ActionDefinitionInput } from '@cfs/contracts/actions';
import { useWatch } from 'react-hook-form';
import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { SelectInput } from '../../ui/fields/select-input.tsx';
import { TenantInput } from '../../ui/fields/tenant-input.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { useIsReadOnly } from '../../ui/forms/read-only.ts';
import { actionTypeName } from './action-definition-columns.ts';
import { PlaceholderInput } from './placeholder-input.tsx';
import { PlaceholderList } from './placeholder-list.tsx';
import { usePlaceholderGroups } from './placeholder-names.ts';

const methods = actionHttpMethods.map((method) => ({ value: method, label: method }));
const types = customActionTypes.map((typeId) => ({ value: typeId, label: actionTypeName(typeId) }));

/** The HTTP call of an action, with its placeholders. */
const CallInputs = () => {
  const isReadOnly = useIsReadOnly();
  const [actionDefinitionTypeId, inputParameters, tenantId] = useWatch<
    ActionDefinitionInput,
    ['actionDefinitionTypeId', 'inputParameters', 'tenantId']
  >({ name: ['actionDefinitionTypeId', 'inputParameters', 'tenantId'] });
  const groups = usePlaceholderGroups({ actionDefinitionTypeId, inputParameters, tenantId: tenantId ?? null });
  const placeholders = groups.flatMap(({ names }) => names);
  return (
    <>
      <SelectInput name="httpMethod" label="HTTP Method" options={methods} help="GET and HEAD send no body." />
      <PlaceholderInput name="endpointUrl" label="Endpoint URL" placeholders={placeholders} required wide isCode />
      <PlaceholderInput
        name="headers"
        label="Headers"
        placeholders={placeholders}
        rows={3}
        wide
        isCode
        help="One per line as Name:Value. The content type is application/json unless a header says otherwise."
      />
      <PlaceholderInput name="body" label="Body" placeholders={placeholders} rows={6} wide isCode />
      {!isReadOnly && <PlaceholderList groups={groups} />}
    </>
  );
};

interface ActionDefinitionInputsProps {
  readonly isNew?: boolean;
  /** The type of a built-in action, which makes no HTTP call that can be configured. */
  readonly builtInType?: number;
}

/** The fields of an action; the tenant cannot be changed after creation. */
export const ActionDefinitionInputs = ({ isNew = false, builtInType }: ActionDefinitionInputsProps) => (
  <FieldGrid>
    <TextInput name="name" label="Name" required />
    <SelectInput
      name="actionDefinitionTypeId"
      label="Type"
      required
      options={builtInType === undefined ? types : [{ value: builtInType, label: actionTypeName(builtInType) }]}
    />
    <TextInput name="description" label="Description" rows={2} wide />
    <TextInput
      name="inputParameters"
      label="Input Parameters"
      help="Names separated by commas. Rules and protocols that use the action give their values."
      wide
    />
    <TenantInput name="tenantId" disabled={!isNew} shareable="ActionDefinitions:create" />
    {builtInType === undefined && <CallInputs />}
  </FieldGrid>
);
