import type { PersonLookup } from '@cfs/contracts/access';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import Paper from '@mui/material/Paper';
import Popper from '@mui/material/Popper';
import { personLabel } from '../../../lib/people.ts';

export const mentionOptionId = (listId: string, index: number): string => `${listId}-${index}`;

interface MentionOptionsProps {
  readonly id: string;
  /** Nobody closes the list. */
  readonly people: readonly PersonLookup[];
  /** Which of them Enter picks. */
  readonly active: number;
  readonly anchor: HTMLElement | null;
  readonly onPick: (person: PersonLookup) => void;
}

/** The people whom a mention that is being typed may mean. The focus stays in the note. */
export const MentionOptions = ({ id, people, active, anchor, onPick }: MentionOptionsProps) => (
  <Popper open={people.length > 0} anchorEl={anchor} placement="bottom-start" sx={{ zIndex: 'tooltip' }}>
    <Paper variant="outlined">
      <MenuList role="listbox" id={id} aria-label="People to mention" dense autoFocusItem={false}>
        {people.map((person, index) => (
          <MenuItem
            key={person.mail}
            id={mentionOptionId(id, index)}
            role="option"
            tabIndex={-1}
            selected={index === active}
            aria-selected={index === active}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onPick(person)}
          >
            {personLabel(person)}
          </MenuItem>
        ))}
      </MenuList>
    </Paper>
  </Popper>
);
