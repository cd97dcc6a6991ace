import {
  accessRequestTypeLabels,
  accessRequestTypes,
  accountEnvironments,
  acknowledgements,
  appliesToRequest,
  designations,
  nameSuffixes,
  type AccessRequest,
} from '@cfs/contracts/access-requests';
import { useFormContext, useWatch } from 'react-hook-form';
import { CheckboxInput } from '../../ui/fields/checkbox-input.tsx';
import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { SelectInput } from '../../ui/fields/select-input.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';

const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
const types = accessRequestTypes.map((value) => ({ value, label: accessRequestTypeLabels[value] }));

/** The fields of an access request; those that depend on the type and the designation are shown only if they apply. */
export const AccessRequestInputs = () => {
  const { control } = useFormContext<AccessRequest>();
  const [requestType, designation] = useWatch({ control, name: ['requestType', 'designation'] });
  const has = (field: Parameters<typeof appliesToRequest>[0]): boolean =>
    appliesToRequest(field, { requestType, designation });
  return (
    <FieldGrid>
      <SelectInput name="requestType" label="Request Type" required wide options={types} />
      <TextInput name="firstName" label="First Name" required autoComplete="given-name" />
      <TextInput name="lastName" label="Last Name" required autoComplete="family-name" />
      <TextInput name="middleInitial" label="Middle Initial" autoComplete="additional-name" />
      <SelectInput name="suffix" label="Suffix" emptyLabel="None" options={optionsOf(nameSuffixes)} />
      <TextInput name="email" label="Email" type="email" required autoComplete="email" />
      <TextInput name="phoneNumber" label="Phone Number" type="tel" required autoComplete="tel" />
      {has('targetAccountName') && (
        <TextInput
          name="targetAccountName"
          label="Target Account Name"
          required
          wide
          help="The account whose password is reset, such as name@example.com."
        />
      )}
      {has('environment') && (
        <SelectInput name="environment" label="Environment" required options={optionsOf(accountEnvironments)} />
      )}
      {has('citizenship') && <TextInput name="citizenship" label="Citizenship" required autoComplete="country-name" />}
      {has('designation') && (
        <SelectInput name="designation" label="Designation" required options={optionsOf(designations)} />
      )}
      {has('grade') && <TextInput name="grade" label="Grade" required />}
      {has('companyName') && <TextInput name="companyName" label="Company Name" required autoComplete="organization" />}
      {has('organization') && <TextInput name="organization" label="Organization" required />}
      <CheckboxInput name="acknowledgesAccuracy" label={acknowledgements.acknowledgesAccuracy} required wide />
      <CheckboxInput name="acknowledgesTerms" label={acknowledgements.acknowledgesTerms} required wide />
    </FieldGrid>
  );
};
