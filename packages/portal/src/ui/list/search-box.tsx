import ClearIcon from '@mui/icons-material/Clear';
import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useRef, useState } from 'react';
import type { ListControl } from '../../lib/lists/list-state.ts';
import { narrowToolbar } from './toolbar.tsx';
import { useSlashKey } from './use-slash-key.ts';

interface SearchBoxProps {
  readonly list: Pick<ListControl, 'search' | 'isExact' | 'setSearch'>;
  /** The searched fields, for example "name, city and state". */
  readonly fields: string;
}

/** A search box that applies on submit. The key `/` focuses it. */
export const SearchBox = ({ list, fields }: SearchBoxProps) => {
  const { search, isExact, setSearch } = list;
  const [applied, setApplied] = useState(search);
  const [draft, setDraft] = useState(search);
  const input = useRef<HTMLInputElement>(null);
  useSlashKey(input);
  if (applied !== search) {
    setApplied(search);
    setDraft(search);
  }
  return (
    <Box
      component="form"
      role="search"
      sx={{ [narrowToolbar]: { flex: '1 1 0', minWidth: 140 } }}
      onSubmit={(event) => {
        event.preventDefault();
        setSearch(draft.trim(), isExact);
      }}
    >
      <OutlinedInput
        size="small"
        inputRef={input}
        value={draft}
        placeholder="Search"
        onChange={(event) => setDraft(event.target.value)}
        slotProps={{
          input: { 'aria-label': `Search ${fields}`, title: `Searches ${fields} ( / )`, 'aria-keyshortcuts': '/' },
        }}
        sx={{
          width: 120,
          [narrowToolbar]: { width: 1 },
          '@container (min-width: 640px)': { width: 168 },
          '@container (min-width: 860px)': { width: 240 },
          height: 32,
          pr: 1,
        }}
        endAdornment={
          <InputAdornment position="end">
            {draft !== '' && (
              <IconButton
                aria-label="Clear search"
                onClick={() => {
                  setDraft('');
                  setSearch('', isExact);
                }}
              >
                <ClearIcon sx={{ fontSize: 16 }} />
              </IconButton>
            )}
            <IconButton type="submit" aria-label="Search">
              <SearchIcon sx={{ fontSize: 18 }} />
            </IconButton>
          </InputAdornment>
        }
      />
    </Box>
  );
};
