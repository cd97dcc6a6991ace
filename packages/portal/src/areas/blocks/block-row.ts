import { blockColors } from '@cfs/contracts/block-enumerations';
import type { Block } from '@cfs/contracts/blocks';

/** A block as the tiles show it, its colour expanded. */
export interface BlockRow extends Block {
  readonly entityColor?: { readonly color: string } | null;
}

/** What a tile needs of its block. */
export type TileBlock = Pick<BlockRow, 'blockId' | 'name' | 'blockTypeId' | 'entityColor'>;

export const blockSet = '/v1/blocks';

/** Text stands white on the two dark colours and near-black on the six light ones. */
const darkColors: ReadonlySet<string> = new Set([blockColors.Black, blockColors.Blue]);
const names = new Map(Object.entries(blockColors).map(([name, hex]) => [hex as string, name]));

/** The fill, the text on it and the name of a block's colour; `undefined` while no rule has coloured it. */
export const colorOf = (block: Pick<BlockRow, 'entityColor'>) => {
  const hex = block.entityColor?.color.replace('#', '').toUpperCase();
  if (!hex) return undefined;
  return { fill: `#${hex}`, text: darkColors.has(hex) ? '#FFFFFF' : '#111111', name: names.get(hex) ?? `#${hex}` };
};
