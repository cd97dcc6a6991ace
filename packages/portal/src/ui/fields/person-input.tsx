import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { personLabel, usePeople, type PeopleScope } from '../../lib/people.ts';
import type { FieldProps } from './field-frame.tsx';
import { SearchInput } from './search-input.tsx';
import type { Option } from './select-input.tsx';
import { shownText } from './use-field.ts';

interface PersonInputProps extends FieldProps {
  /** People, or people and groups (the default). */
  readonly scope?: PeopleScope;
  /** An option before the search results. */
  readonly first?: Option;
}

/** A person or group, shown as "displayName (mail)"; the value is the mail address. */
export const PersonInput = ({ scope = 'peopleandgroups', first, ...props }: PersonInputProps) => {
  const [typed, setTyped] = useState('');
  const chosen = shownText(useWatch({ name: props.name }));
  const present = chosen === first?.value ? '' : chosen;
  const { people, isSearching, hasFailed } = usePeople(typed === '' ? present : typed, scope);
  const found = people.map((person): Option => ({ value: person.mail, label: personLabel(person) }));
  return (
    <SearchInput
      {...props}
      onType={setTyped}
      isLoading={isSearching}
      hasFailed={hasFailed}
      noOptionsText={typed.trim() === '' ? 'Type a name or a mail address' : 'No person found'}
      options={first ? [first, ...found] : found}
    />
  );
};
