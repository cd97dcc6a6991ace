import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import Paper from '@mui/material/Paper';
import Popper from '@mui/material/Popper';

interface CompletionOption {
  readonly key: string;
  readonly label: string;
}

interface CompletionListProps {
  readonly id: string;
  readonly label: string;
  /** The list is closed without options. */
  readonly options: readonly CompletionOption[];
  /** The index of the option that Enter picks. */
  readonly active: number;
  readonly anchor: HTMLElement | null;
  readonly onPick: (index: number) => void;
}

export const completionOptionId = (listId: string, index: number): string => `${listId}-${index}`;

/** Completions of what is being typed; the focus stays in the text. */
export const CompletionList = ({ id, label, options, active, anchor, onPick }: CompletionListProps) => (
  <Popper open={options.length > 0} anchorEl={anchor} placement="bottom-start" sx={{ zIndex: 'tooltip' }}>
    <Paper variant="outlined" sx={{ maxHeight: 240, maxWidth: anchor?.offsetWidth, overflow: 'auto' }}>
      <MenuList role="listbox" id={id} aria-label={label} dense autoFocusItem={false}>
        {options.map((option, index) => (
          <MenuItem
            key={option.key}
            id={completionOptionId(id, index)}
            role="option"
            tabIndex={-1}
            selected={index === active}
            aria-selected={index === active}
            ref={(item) => {
              if (index === active) item?.scrollIntoView({ block: 'nearest' });
            }}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onPick(index)}
          >
            <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
              {option.label}
            </Box>
          </MenuItem>
        ))}
      </MenuList>
    </Paper>
  </Popper>
);
