import ClearIcon from '@mui/icons-material/Clear';
import SearchIcon from '@mui/icons-material/Search';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';

interface LiveSearchProps {
  readonly text: string;
  /** The searched fields, for example "rule and subject". */
  readonly fields: string;
  readonly onType: (text: string) => void;
}

/** A search box that reports every keystroke; the caller debounces. */
export const LiveSearch = ({ text, fields, onType }: LiveSearchProps) => (
  <OutlinedInput
    size="small"
    value={text}
    placeholder="Search"
    onChange={({ target }) => onType(target.value)}
    slotProps={{ input: { 'aria-label': `Search ${fields}`, title: `Searches ${fields}` } }}
    sx={{ width: 1, maxWidth: 320, height: 32, pr: 1 }}
    startAdornment={
      <InputAdornment position="start">
        <SearchIcon sx={{ fontSize: 18 }} />
      </InputAdornment>
    }
    endAdornment={
      text !== '' && (
        <InputAdornment position="end">
          <IconButton aria-label="Clear search" onClick={() => onType('')}>
            <ClearIcon sx={{ fontSize: 16 }} />
          </IconButton>
        </InputAdornment>
      )
    }
  />
);
