/** Values of monitoring blocks that screens show without a form. See docs/reference/blocks.md. */

/** Kinds of blocks by name; transferred as numbers. */
export const blockTypes = { numeric: 1, smallText: 2, deviceHeartbeat: 8 } as const;
export type BlockTypeId = (typeof blockTypes)[keyof typeof blockTypes];

/** Block colours by name, in hexadecimal (docs/reference/blocks.md#colours). */
export const blockColors = {
  Black: '000000',
  Blue: '0000FF',
  Green: '009900',
  Grey: 'C0C0C0',
  Orange: 'FF8000',
  Red: 'FF3333',
  White: 'FFFFFF',
  Yellow: 'FFFF33',
} as const;
export type BlockColorName = keyof typeof blockColors;
