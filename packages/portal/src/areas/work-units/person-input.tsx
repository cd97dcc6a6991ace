import { useState } from 'react';
import type { FieldProps } from '../../ui/fields/field-frame.tsx';
import { SearchInput } from '../../ui/fields/search-input.tsx';
import { usePeople } from './work-unit-lookups.ts';

/** A person or group, shown as "displayName (mail)" with the mail as the value. */
export const PersonInput = (props: FieldProps) => {
  const [typed, setTyped] = useState('');
  const people = usePeople(typed);
  return (
    <SearchInput
      {...props}
      onType={setTyped}
      options={people.map(({ displayName, mail }) => ({ value: mail, label: `${displayName} (${mail})` }))}
    />
  );
};
