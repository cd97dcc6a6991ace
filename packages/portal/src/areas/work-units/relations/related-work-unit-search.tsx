import { defaultPageSize, relatedSearchDebounce } from '@cfs/contracts/sizes';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import FormLabel from '@mui/material/FormLabel';
import TextField from '@mui/material/TextField';
import { useId, useState } from 'react';
import { allOf, equals } from '../../../lib/api/odata-filter.ts';
import { useRows } from '../../../lib/api/use-list.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { searchFailed } from '../../../ui/fields/search-input.tsx';
import { useRelationCommands } from './use-relation-commands.ts';
import { workUnitSet, type WorkUnitRow } from '../work-unit-row.ts';

type Found = Pick<WorkUnitRow, 'workUnitId' | 'publicWorkUnitId' | 'title' | 'stateId'>;

/** Finds other units of the tenant 500 ms after the last key; the chosen one becomes a relation. */
export const RelatedWorkUnitSearch = ({ workUnit }: { readonly workUnit: WorkUnitRow }) => {
  const { workUnitId, tenantId } = workUnit;
  const { add } = useRelationCommands(workUnitId);
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
      filter: allOf(equals('tenantId', tenantId), `workUnitId ne ${workUnitId}`),
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
        Relate a work unit
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
          if (found) void add({ referenceType: 'WorkUnit', referenceId: String(found.workUnitId) });
        }}
        filterOptions={(found) => found}
        getOptionKey={(found) => found.workUnitId}
        getOptionLabel={({ publicWorkUnitId, title, stateId }) => `#${publicWorkUnitId}: ${title} (${stateId})`}
        renderInput={(parts) => <TextField {...parts} hiddenLabel placeholder="Number or words of the title" />}
      />
    </Box>
  );
};
