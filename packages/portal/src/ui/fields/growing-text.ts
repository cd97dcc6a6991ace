import type { CSSProperties } from 'react';

/** How many lines a text area shows: at least, and before it scrolls. */
export interface Lines {
  readonly min: number;
  readonly max: number;
}

/**
 * The `slotProps` of a TextField that make it a text area, which grows with its text by CSS alone: no script measures
 * it. A browser without `field-sizing` shows the least number of lines, and scrolls.
 */
export const growingText = ({ min, max }: Lines) => {
  const style: CSSProperties = { fieldSizing: 'content', minHeight: `${min}lh`, maxHeight: `${max}lh`, resize: 'none' };
  return {
    input: { multiline: true, inputComponent: 'textarea' },
    htmlInput: { type: undefined, rows: min, style },
  } as const;
};
