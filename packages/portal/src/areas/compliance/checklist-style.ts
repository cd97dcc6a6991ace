import { controlStatusNames } from '@cfs/contracts/control-statuses';
import type { Theme } from '@mui/material/styles';
import type { SystemStyleObject } from '@mui/system';

/** Heights in CSS pixels. All rows have the same height, so that only the visible ones need to be rendered. */
export const checklistHeights = { header: 36, row: 60, card: 164 } as const;

/**
 * The style of the chosen status of a row, for each status. Typed as `object`, because the compiler cannot represent
 * the union with the other styles.
 */
const chosenStyles = ({ compliance }: Theme['tokens']): object =>
  Object.fromEntries(
    controlStatusNames.map((status) => {
      const { fill, text } = compliance[status];
      return [
        `& .status-choice.chosen.${status}`,
        { borderColor: fill, backgroundColor: fill, color: text, fontWeight: 600 },
      ];
    }),
  );

/**
 * One style for the complete grid: separate styles for each element of each row would take longer than loading the
 * rows.
 */
export const checklistStyle = ({ tokens, breakpoints }: Theme): SystemStyleObject<Theme> => ({
  position: 'relative',
  flex: '1 1 0',
  minHeight: 0,
  overflow: 'auto',
  border: `1px solid ${tokens.hairline}`,
  borderRadius: '6px',
  backgroundColor: tokens.paper,
  fontSize: 13,
  lineHeight: 1.35,
  '& .checklist-row': {
    display: 'grid',
    gridTemplateColumns: 'minmax(140px, 1.2fr) auto minmax(140px, 1fr) 60px',
    alignItems: 'center',
    columnGap: '16px',
    boxSizing: 'border-box',
    padding: '0 12px',
    borderBottom: `1px solid ${tokens.hairline}`,
  },
  '& .checklist-header': {
    position: 'sticky',
    top: 0,
    zIndex: 2,
    height: checklistHeights.header,
    backgroundColor: tokens.background,
    color: tokens.muted,
    fontWeight: 600,
  },
  '& .checklist-rows': { position: 'relative' },
  '& .checklist-rows > .checklist-row': {
    position: 'absolute',
    left: 0,
    right: 0,
    height: checklistHeights.row,
    scrollMarginTop: checklistHeights.header,
    '&.active': { backgroundColor: `color-mix(in srgb, ${tokens.primary.fill} 6%, transparent)` },
  },
  '& .checklist-status-header': { width: 'var(--status-width)' },
  '& .checklist-control': { minWidth: 0 },
  '& .checklist-control button': {
    padding: 0,
    border: 0,
    background: 'none',
    color: tokens.primary.fill,
    font: 'inherit',
    fontWeight: 600,
    cursor: 'pointer',
    '&:hover': { textDecoration: 'underline' },
  },
  '& .checklist-title': {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: '2',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
    maxHeight: '2.7em',
  },
  '& .status-choices': { display: 'inline-flex', width: 'var(--status-width)' },
  '--status-width': '496px',
  '& .status-choice': {
    display: 'inline-flex',
    flex: '1 1 auto',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '4px',
    height: 32,
    padding: '0 8px',
    marginLeft: '-1px',
    border: `1px solid ${tokens.hairline}`,
    background: 'none',
    color: tokens.muted,
    font: 'inherit',
    fontSize: 12,
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    '&:first-of-type': { borderRadius: '6px 0 0 6px', marginLeft: 0 },
    '&:last-of-type': { borderRadius: '0 6px 6px 0' },
    '&:hover': { color: tokens.text, backgroundColor: tokens.background },
    '&:disabled': { cursor: 'default' },
  },
  ...chosenStyles(tokens),
  '& .status-choice.pending': { opacity: 0.7 },
  '& :focus-visible': { outline: `2px solid ${tokens.primary.fill}`, outlineOffset: 1, zIndex: 1 },
  '& .status-label': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    width: 'var(--status-width)',
  },
  '& .note': {
    display: 'block',
    boxSizing: 'border-box',
    width: '100%',
    height: 44,
    padding: '4px 8px',
    border: `1px solid ${tokens.hairline}`,
    borderRadius: '6px',
    backgroundColor: 'transparent',
    color: tokens.text,
    font: 'inherit',
    resize: 'none',
    '&:hover': { borderColor: tokens.muted },
    '&[aria-invalid="true"]': { borderColor: tokens.bad.fill, borderWidth: 2 },
    '&::placeholder': { color: tokens.muted, opacity: 1 },
  },
  '& .note-text': { maxHeight: 52, overflow: 'auto', overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
  '& .evidence': {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2px',
    minWidth: 44,
    height: 32,
    padding: '0 6px',
    border: '1px solid transparent',
    borderRadius: '6px',
    background: 'none',
    color: tokens.muted,
    font: 'inherit',
    fontVariantNumeric: 'tabular-nums',
    cursor: 'pointer',
    '&:hover': { color: tokens.text, backgroundColor: tokens.background },
    '&.some': { color: tokens.text, borderColor: tokens.hairline, fontWeight: 600 },
  },
  [breakpoints.down('lg')]: {
    '--status-width': '284px',
    '& .status-choice:not(.chosen) .status-word': { display: 'none' },
  },
  [breakpoints.down('sm')]: {
    '--status-width': '100%',
    '& .checklist-header': { display: 'none' },
    '& .checklist-rows > .checklist-row': {
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'stretch',
      gap: '8px',
      height: checklistHeights.card,
      padding: '10px 12px',
      scrollMarginTop: 0,
    },
    '& .checklist-control': { height: 40, paddingRight: '56px' },
    '& .checklist-evidence': { position: 'absolute', top: '8px', right: '12px' },
    '& .checklist-title': { WebkitLineClamp: '1' },
    '& .status-choice': { height: 36 },
  },
});
