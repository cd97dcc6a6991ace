import ClearIcon from '@mui/icons-material/Clear';
import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useState } from 'react';

interface SearchBoxProps {
  readonly value: string;
  readonly onSearch: (text: string) => void;
  /** What is searched, for example "name, city and state". */
  readonly fields: string;
}

/** A search that applies on Enter or its button; typing alone changes nothing. */
export const SearchBox = ({ value, onSearch, fields }: SearchBoxProps) => {
  const [applied, setApplied] = useState(value);
  const [draft, setDraft] = useState(value);
  if (applied !== value) {
    setApplied(value);
    setDraft(value);
  }
  return (
    <Box
      component="form"
      role="search"
      sx={{ flex: { xs: '1 1 60%', sm: 'none' }, minWidth: 0 }}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(draft.trim());
      }}
    >
      <OutlinedInput
        size="small"
        value={draft}
        placeholder="Search"
        onChange={(event) => setDraft(event.target.value)}
        slotProps={{ input: { 'aria-label': `Search ${fields}`, title: `Searches ${fields}` } }}
        sx={{ width: { xs: 1, sm: 240 }, height: 32, pr: 1 }}
        endAdornment={
          <InputAdornment position="end">
            {draft !== '' && (
              <IconButton
                aria-label="Clear search"
                onClick={() => {
                  setDraft('');
                  onSearch('');
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
