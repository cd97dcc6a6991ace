import { workUnitStateLabels } from '@cfs/contracts/work-unit-enumerations';
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
import { workUnitSet, type WorkUnitRow } from '../work-unit-row.ts';

type Found = Pick<WorkUnitRow, 'workUnitId' | 'publicWorkUnitId' | 'title' | 'stateId'>;

const labelOf = ({ publicWorkUnitId, title, stateId }: Found): string =>
  `#${publicWorkUnitId}: ${title} (${workUnitStateLabels[stateId]})`;

interface WorkUnitSearchProps {
  readonly label: string;
  /** Restricts the units that are offered. */
  readonly filter: Filter;
  readonly onChosen: (workUnitId: number, label: string) => void;
}

/** Searches work units by number or title, 500 ms after the last key press. */
export const WorkUnitSearch = ({ label, filter, onChosen }: WorkUnitSearchProps) => {
  const inputId = useId();
  const [typed, setTyped] = useState('');
  const wanted = typed.trim();
  const search = useDebounced(wanted, relatedSearchDebounce);
  const {
    data = [],
    isFetching,
    isError,
  } = useRows<Found>(
    workUnitSet,
    {
      search,
      filter,
      select: 'workUnitId,publicWorkUnitId,title,stateId',
      top: defaultPageSize,
    },
    { enabled: search !== '' },
  );
  const isSearching = isFetching || wanted !== search;
  const noneFound = isError ? searchFailed : 'No work units found';
  const noOptionsText = wanted === '' ? 'Type a number or words of the title' : noneFound;
  return (
    <Box sx={{ mb: 2, maxWidth: 480 }}>
      <FormLabel htmlFor={inputId} sx={{ display: 'block', mb: 1, fontSize: 13 }}>
        {label}
      </FormLabel>
      <Autocomplete<Found>
        id={inputId}
        size="small"
        options={isSearching || wanted === '' ? [] : [...data]}
        loading={isSearching}
        noOptionsText={noOptionsText}
        value={null}
        blurOnSelect
        forcePopupIcon={false}
        inputValue={typed}
        onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
        onChange={(_, found) => {
          if (found) onChosen(found.workUnitId, labelOf(found));
        }}
        filterOptions={(found) => found}
        getOptionKey={(found) => found.workUnitId}
        getOptionLabel={labelOf}
        renderInput={(parts) => <TextField {...parts} hiddenLabel placeholder="Number or words of the title" />}
      />
    </Box>
  );
};
