import { blockColors } from '@cfs/contracts/block-enumerations';
import type { Block } from '@cfs/contracts/blocks';

/** A block with its colour expanded, as the tiles load it. */
export interface BlockRow extends Block {
  readonly entityColor?: { readonly color: string } | null;
}

/** The fields of a block that its tile needs. */
export type TileBlock = Pick<BlockRow, 'blockId' | 'name' | 'blockTypeId' | 'entityColor'>;

export const blockSet = '/v1/blocks';

/** Text is white on these two dark colours and near-black on the six light ones. */
const darkColors: ReadonlySet<string> = new Set([blockColors.Black, blockColors.Blue]);
const names = new Map(Object.entries(blockColors).map(([name, hex]) => [hex as string, name]));

/** The fill, the text on it and the name of a block's colour; `undefined` while no rule has coloured it. */
export const colorOf = (block: Pick<BlockRow, 'entityColor'>) => {
  const hex = block.entityColor?.color.replace('#', '').toUpperCase();
  if (!hex) return undefined;
  return { fill: `#${hex}`, text: darkColors.has(hex) ? '#FFFFFF' : '#111111', name: names.get(hex) ?? `#${hex}` };
};
