import Box from '@mui/material/Box';
import type { MouseEvent } from 'react';
import type { FoundEntry } from './palette-entry.ts';

/** A label with highlighted letters. */
const Marked = ({ label, marks }: { readonly label: string; readonly marks: readonly number[] }) =>
  [...label].map((letter, place) =>
    marks.includes(place) ? (
      <Box key={place} component="mark" sx={{ bgcolor: 'transparent', color: 'primary.main', fontWeight: 700 }}>
        {letter}
      </Box>
    ) : (
      letter
    ),
  );

interface PaletteOptionProps {
  readonly id: string;
  readonly found: FoundEntry;
  readonly isActive: boolean;
  readonly onHover: () => void;
  readonly onChoose: (inNewTab: boolean) => void;
}

/** An option of the listbox. `mousedown` is prevented, so that the combobox keeps the focus. */
export const PaletteOption = ({ id, found: { entry, marks }, isActive, onHover, onChoose }: PaletteOptionProps) => {
  const Icon = entry.icon;
  const choose = (event: MouseEvent): void => onChoose(event.ctrlKey || event.metaKey || event.button === 1);
  return (
    <Box
      id={id}
      role="option"
      aria-selected={isActive}
      onMouseMove={isActive ? undefined : onHover}
      onMouseDown={(event) => event.preventDefault()}
      onClick={choose}
      onAuxClick={(event) => event.button === 1 && choose(event)}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        minHeight: 36,
        px: 3,
        borderRadius: 1,
        cursor: 'pointer',
        color: 'text.primary',
        bgcolor: isActive ? 'action.selected' : 'transparent',
      }}
    >
      <Box component="span" sx={{ display: 'inline-flex', color: 'text.secondary' }}>
        <Icon fontSize="small" />
      </Box>
      <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        <Marked label={entry.label} marks={marks} />
      </Box>
      {entry.hint !== undefined && (
        <Box
          component="span"
          sx={{
            ml: 'auto',
            flexShrink: 0,
            maxWidth: '45%',
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
            typography: 'caption',
            color: 'text.secondary',
          }}
        >
          {entry.hint}
        </Box>
      )}
    </Box>
  );
};
