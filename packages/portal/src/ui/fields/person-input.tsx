import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { personLabel, usePeople, type PeopleScope } from '../../lib/people.ts';
import type { FieldProps } from './field-frame.tsx';
import { SearchInput } from './search-input.tsx';
import type { Option } from './select-input.tsx';
import { shownText } from './use-field.ts';

interface PersonInputProps extends FieldProps {
  /** Who may be chosen; groups too unless said. */
  readonly scope?: PeopleScope;
  /** Stands before the people that are found. */
  readonly first?: Option;
}

/** A person or group, shown as "displayName (mail)" with the mail as the value. */
export const PersonInput = ({ scope = 'peopleandgroups', first, ...props }: PersonInputProps) => {
  const { control } = useFormContext();
  const [typed, setTyped] = useState('');
  const chosen = shownText(useWatch({ control, name: props.name }));
  const present = chosen === first?.value ? '' : chosen;
  const { people, isSearching, hasFailed } = usePeople(typed === '' ? present : typed, scope);
  const found = people.map((person): Option => ({ value: person.mail, label: personLabel(person) }));
  return (
    <SearchInput
      {...props}
      onType={setTyped}
      isLoading={isSearching}
      hasFailed={hasFailed}
      noOptionsText={typed.trim() === '' ? 'Type a name or a mail address' : 'Nobody found'}
      options={first ? [first, ...found] : found}
    />
  );
};
