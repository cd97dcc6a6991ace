import MuiLink from '@mui/material/Link';

const targetId = 'content';

/** The attributes of the element that the skip link focuses. */
export const skipTarget = { id: targetId, tabIndex: -1 } as const;

/**
 * The first link of a page, visible while it has the focus: moves the focus past header and menu. The URL does not
 * change, because it belongs to the screen.
 */
export const SkipLink = () => (
  <MuiLink
    href={`#${targetId}`}
    underline="always"
    onClick={(event) => {
      event.preventDefault();
      document.getElementById(targetId)?.focus();
    }}
    sx={{
      position: 'absolute',
      top: 8,
      left: 8,
      zIndex: 'tooltip',
      px: 4,
      py: 2,
      borderRadius: 1,
      bgcolor: 'background.paper',
      boxShadow: 3,
      '&:not(:focus)': { clipPath: 'inset(50%)', pointerEvents: 'none' },
    }}
  >
    Skip to content
  </MuiLink>
);
