import { alpha, type Theme } from '@mui/material/styles';

interface Cut {
  readonly isCutBefore?: boolean;
  readonly isCutAfter?: boolean;
}

/** The frame of a change in the colour of its state, without a border at a side where the change continues. */
export const barStyle =
  (colour: (theme: Theme) => string, { isCutBefore = false, isCutAfter = false }: Cut = {}) =>
  (theme: Theme) => {
    const tint = alpha(colour(theme), 0.14);
    const [left, right] = [isCutBefore ? 0 : 4, isCutAfter ? 0 : 4];
    return {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'flex-start',
      gap: '4px',
      minWidth: 0,
      overflow: 'hidden',
      paddingInline: '3px',
      textAlign: 'left',
      fontFamily: 'inherit',
      fontSize: 12,
      lineHeight: '18px',
      color: theme.palette.text.primary,
      backgroundColor: theme.palette.background.paper,
      backgroundImage: `linear-gradient(${tint}, ${tint})`,
      border: `1px solid ${alpha(colour(theme), 0.45)}`,
      borderLeft: isCutBefore ? 0 : `3px solid ${colour(theme)}`,
      ...(isCutAfter ? { borderRight: 0 } : {}),
      borderRadius: `${left}px ${right}px ${right}px ${left}px`,
      '&:hover': { borderColor: colour(theme) },
      '&.Mui-focusVisible': { outline: `2px solid ${theme.tokens.primary.fill}`, outlineOffset: -1, zIndex: 2 },
    } as const;
  };

/** Text that is truncated at the end of its line. */
export const cutText = { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;
