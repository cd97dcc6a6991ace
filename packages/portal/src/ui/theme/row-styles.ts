import { breakpoints } from '@cfs/contracts/sizes';
import type { CSSObject } from '@mui/material/styles';
import type { Tokens } from './tokens.ts';

/**
 * Global classes for elements that every row of a list renders: with `sx`, rendering a hundred rows takes longer than
 * loading them.
 */
export const rowStyles = ({ severity, primary, text, muted, paper, hairline }: Tokens): Record<string, CSSObject> => ({
  '.text-link': {
    padding: 0,
    border: 0,
    background: 'none',
    color: primary.fill,
    font: 'inherit',
    verticalAlign: 'middle',
    cursor: 'pointer',
    userSelect: 'none',
    '&:hover': { textDecoration: 'underline' },
  },
  '.link-cell': {
    maxWidth: '100%',
    overflow: 'hidden',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: '2',
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
    textAlign: 'left',
    fontWeight: 500,
    // Two lines fit into a compact row.
    [`@media (min-width: ${breakpoints.sm}px)`]: { display: '-webkit-inline-box', lineHeight: 1.15 },
  },
  '.severity': {
    display: 'inline-block',
    padding: '0 8px',
    borderRadius: 6,
    color: text,
    fontSize: 12,
    fontWeight: 600,
    lineHeight: '22px',
  },
  ...Object.fromEntries(
    Object.entries(severity).flatMap(([name, look]) =>
      look ? [[`.severity.${name}`, { backgroundColor: look.fill, color: look.text }]] : [],
    ),
  ),
  '@keyframes row-pulse': { '50%': { opacity: 0.4 } },
  '.row-skeleton': {
    borderRadius: '6px/10px',
    backgroundColor: `color-mix(in srgb, ${text} 12%, transparent)`,
    transform: 'scale(1, 0.6)',
    transformOrigin: '0 55%',
    animation: 'row-pulse 2s ease-in-out 0.5s infinite',
  },
  '.row-checkbox': {
    position: 'relative',
    display: 'flex',
    padding: 9,
    color: muted,
    '&.chosen': { color: primary.fill },
    '& input': {
      position: 'absolute',
      inset: 0,
      width: '100%',
      height: '100%',
      margin: 0,
      opacity: 0,
      cursor: 'pointer',
    },
    '& svg': { width: 24, height: 24, fill: 'currentColor' },
  },
  '.row-card': {
    display: 'flex',
    flexWrap: 'wrap',
    flexShrink: 0,
    columnGap: 8,
    alignItems: 'flex-start',
    padding: 12,
    border: `1px solid ${hairline}`,
    borderRadius: 6,
    overflow: 'hidden',
    backgroundColor: paper,
    '&.open': { borderColor: primary.fill, boxShadow: `inset 3px 0 0 ${primary.fill}` },
    '& .row-checkbox': { padding: 0 },
    '& .row-checkbox svg': { width: 20, height: 20 },
    // The actions are next to the title only, so that values have the full width below them.
    '& .columns': { display: 'contents' },
    '& > :not(.columns, .row-checkbox)': { order: 1 },
    '& .title': {
      flex: '1 1 120px',
      minWidth: 0,
      fontSize: 14,
      fontWeight: 600,
      lineHeight: 1.5,
      overflowWrap: 'anywhere',
    },
    '& .column': { order: 2, display: 'flex', flex: '0 0 100%', gap: 8, marginTop: 4, fontSize: 13, lineHeight: 1.45 },
    '& .header': { flex: '0 0 96px', color: muted },
    '& .value': { minWidth: 0, overflowWrap: 'anywhere' },
  },
});
