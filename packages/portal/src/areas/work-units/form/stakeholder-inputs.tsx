import Typography from '@mui/material/Typography';
import { experienceScores, workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import { useWatch } from 'react-hook-form';
import { FieldGrid } from '../../../ui/fields/field-grid.tsx';
import { EnumInput } from '../../../ui/fields/enum-input.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';

/** The stakeholder of a unit, with the experience score if the unit is stored. */
export const StakeholderInputs = ({ isNew }: { readonly isNew: boolean }) => {
  const typeId = useWatch({ name: 'workUnitTypeId' }) as number;
  const isRequired = isNew && typeId === workUnitTypes.Request;
  return (
    <>
      <Typography variant="h3">Stakeholder</Typography>
      <FieldGrid>
        <TextInput name="stakeHolderFullName" label="Name" required={isRequired} />
        <TextInput name="stakeHolderEmailAddress" label="Email" type="email" required={isRequired} />
        <TextInput name="stakeHolderPhoneNumber" label="Phone" type="tel" required={isRequired} />
        {!isNew && (
          <EnumInput
            name="stakeHolderExperienceScore"
            label="Experience Score"
            enumeration={experienceScores}
            wire="names"
            emptyLabel="None"
          />
        )}
      </FieldGrid>
    </>
  );
};
