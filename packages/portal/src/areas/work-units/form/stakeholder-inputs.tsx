import Typography from '@mui/material/Typography';
import { experienceScores } from '@cfs/contracts/work-unit-enumerations';
import { FieldGrid } from '../../../ui/fields/field-grid.tsx';
import { EnumInput } from '../../../ui/fields/enum-input.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';

/** Whom the unit is for, and what they thought of it in the end. */
export const StakeholderInputs = ({ isNew }: { readonly isNew: boolean }) => (
  <>
    <Typography variant="h3">Stakeholder</Typography>
    <FieldGrid>
      <TextInput name="stakeHolderFullName" label="Name" />
      <TextInput name="stakeHolderEmailAddress" label="Email" type="email" />
      <TextInput name="stakeHolderPhoneNumber" label="Phone" type="tel" />
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
