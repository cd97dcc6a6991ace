import { defaultPageSize, relatedSearchDebounce } from '@cfs/contracts/sizes';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import FormLabel from '@mui/material/FormLabel';
import TextField from '@mui/material/TextField';
import { useId, useState } from 'react';
import type { Filter } from '../../../lib/api/odata-filter.ts';
import { useRows } from '../../../lib/api/use-list.ts';
import { useDebounced } from '../../../lib/timing/use-debounced.ts';
import { searchFailed } from '../../../ui/fields/search-input.tsx';

interface FoundRule {
  readonly ruleId: string;
  readonly name: string;
}

interface RuleSearchProps {
  readonly label: string;
  /** Restricts the rules that are offered. */
  readonly filter: Filter;
  readonly onChosen: (ruleId: string) => void;
}

/** Searches rules by name, 500 ms after the last key. */
export const RuleSearch = ({ label, filter, onChosen }: RuleSearchProps) => {
  const inputId = useId();
  const [typed, setTyped] = useState('');
  const wanted = typed.trim();
  const search = useDebounced(wanted, relatedSearchDebounce);
  const { data, isFetching, isError } = useRows<FoundRule>(
    '/v1/rules',
    { search, filter, select: 'ruleId,name', top: defaultPageSize },
    { enabled: search !== '' },
  );
  const isSearching = isFetching || wanted !== search;
  const noneFound = isError ? searchFailed : 'No rules found';
  return (
    <Box sx={{ mb: 2, maxWidth: 480 }}>
      <FormLabel htmlFor={inputId} sx={{ display: 'block', mb: 1, fontSize: 13 }}>
        {label}
      </FormLabel>
      <Autocomplete<FoundRule>
        id={inputId}
        size="small"
        options={isSearching || wanted === '' ? [] : [...(data ?? [])]}
        loading={isSearching}
        noOptionsText={wanted === '' ? 'Type words of the name' : noneFound}
        value={null}
        blurOnSelect
        forcePopupIcon={false}
        inputValue={typed}
        onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
        onChange={(_, found) => {
          if (found) onChosen(found.ruleId);
        }}
        filterOptions={(found) => found}
        getOptionKey={(found) => found.ruleId}
        getOptionLabel={({ name }) => name}
        renderInput={(parts) => <TextField {...parts} hiddenLabel placeholder="Words of the name" />}
      />
    </Box>
  );
};
