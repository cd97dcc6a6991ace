import EditIcon from '@mui/icons-material/Edit';
import Avatar from '@mui/material/Avatar';
import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import type { Present } from '@cfs/contracts/work-unit-presence';
import { initialsOf } from '../../../lib/texts/initials.ts';
import { visuallyHidden } from '../../../ui/text/visually-hidden.ts';

type Other = Present['others'][number];

/** The most people that are shown individually; the others are shown as a number. */
const shownAtMost = 3;
const size = 28;

const describe = ({ displayName, mode }: Other): string =>
  mode === 'editing' ? `${displayName} is editing` : `${displayName} is viewing`;

const OneOf = ({ other }: { readonly other: Other }) => (
  <Badge
    overlap="circular"
    anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
    badgeContent={
      other.mode === 'editing' && (
        <EditIcon
          sx={{ fontSize: 14, p: '1px', borderRadius: '50%', bgcolor: 'background.paper', color: 'text.primary' }}
        />
      )
    }
    sx={{ '& .MuiBadge-badge': { p: 0, minWidth: 0, height: 'auto', right: '2%', bottom: '2%' } }}
  >
    <Tooltip title={describe(other)}>
      <Avatar
        role="img"
        sx={{
          width: size,
          height: size,
          fontSize: 12,
          fontWeight: 600,
          ...(other.mode === 'editing'
            ? { bgcolor: 'primary.main', color: 'primary.contrastText' }
            : { bgcolor: 'action.selected', color: 'text.primary' }),
        }}
      >
        {initialsOf(other.displayName)}
      </Avatar>
    </Tooltip>
  </Badge>
);

/**
 * The other people who have a unit open, those who edit first. Screen readers announce only people who begin to edit:
 * announcing each arrival and departure would be distracting.
 */
export const PresenceAvatars = ({ others }: { readonly others: readonly Other[] }) => {
  const editing = others.filter(({ mode }) => mode === 'editing');
  const ordered = [...editing, ...others.filter(({ mode }) => mode !== 'editing')];
  const [shown, rest] = [ordered.slice(0, shownAtMost), ordered.slice(shownAtMost)];
  return (
    <>
      <Box role="status" sx={visuallyHidden}>
        {editing.map((other) => `${describe(other)}. `)}
      </Box>
      {ordered.length > 0 && (
        <Box component="ul" aria-label="Also here" sx={{ display: 'flex', gap: 1, listStyle: 'none', m: 0, p: 0 }}>
          {shown.map((other) => (
            <li key={other.mail}>
              <OneOf other={other} />
            </li>
          ))}
          {rest.length > 0 && (
            <li>
              <Tooltip title={rest.map(describe).join(', ')}>
                <Avatar
                  role="img"
                  sx={{ width: size, height: size, fontSize: 12, bgcolor: 'transparent', color: 'text.secondary' }}
                >
                  +{rest.length}
                </Avatar>
              </Tooltip>
            </li>
          )}
        </Box>
      )}
    </>
  );
};
