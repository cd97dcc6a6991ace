import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Box from '@mui/material/Box';
import type { Person } from '@cfs/contracts/access-people';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useRows } from '../../lib/api/use-list.ts';
import { SearchInput } from '../../ui/fields/search-input.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { personSet } from './access-queries.ts';

/** The maximum number of people that the search offers at once. */
const offered = 20;

/** Inputs for the holder of a grant: a person, or a group by its name at the identity provider. */
export const HolderInputs = () => {
  const [kind, setKind] = useState('person');
  const [search, setSearch] = useState('');
  const { setValue, clearErrors } = useFormContext();
  const {
    data: people = [],
    isFetching,
    isError,
  } = useRows<Person>(personSet, {
    search,
    top: offered,
    orderBy: [{ field: 'name', direction: 'asc' }],
  });
  const choose = (chosen: string): void => {
    setKind(chosen);
    setValue(chosen === 'person' ? 'groupName' : 'userId', null, { shouldDirty: true });
    clearErrors(['userId', 'groupName']);
  };
  return (
    <>
      <Box sx={{ gridColumn: '1 / -1' }}>
        <RadioGroup row aria-label="Holder" sx={{ gap: 3 }} value={kind} onChange={(_, chosen) => choose(chosen)}>
          <FormControlLabel value="person" control={<Radio size="small" />} label="Person" />
          <FormControlLabel value="group" control={<Radio size="small" />} label="Group" />
        </RadioGroup>
      </Box>
      {kind === 'person' ? (
        <SearchInput
          name="userId"
          label="Person"
          required
          wide
          options={people.map((person) => ({ value: person.userId, label: `${person.name} (${person.mail})` }))}
          onType={setSearch}
          isLoading={isFetching}
          hasFailed={isError}
          noOptionsText="No person found. Invite the person first."
        />
      ) : (
        <TextInput
          name="groupName"
          label="Group"
          required
          wide
          help="The group's name as the identity provider sends it."
        />
      )}
    </>
  );
};
