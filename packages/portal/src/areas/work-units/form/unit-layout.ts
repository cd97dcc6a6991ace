import type { SxProps, Theme } from '@mui/material/styles';

/** The panel width in pixels from which the details are next to the text. */
const twoColumnsWidth = 600;

const wide = `@container (min-width: ${twoColumnsWidth}px)`;

/** The styles of the element around `unitLayout`. */
export const unitContainer: SxProps<Theme> = { containerType: 'inline-size' };

/**
 * The areas `text`, `details`, `desk` and `notes`: the details next to the others, or after the text in a narrow panel.
 */
export const unitLayout: SxProps<Theme> = {
  display: 'grid',
  columnGap: 5,
  rowGap: 5,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gridTemplateAreas: '"text" "details" "desk" "notes"',
  '& > form': { display: 'contents' },
  [wide]: {
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 256px)',
    gridTemplateRows: 'auto auto 1fr',
    gridTemplateAreas: '"text details" "desk details" "notes details"',
    '&:has(.unit-details.folded)': {
      gridTemplateColumns: 'minmax(0, 1fr)',
      gridTemplateRows: 'auto',
      gridTemplateAreas: '"details" "text" "desk" "notes"',
    },
  },
};
