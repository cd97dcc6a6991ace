import Box from '@mui/material/Box';
import { useReadings } from '../packets/latest-packets.ts';
import type { BlockRow } from './block-row.ts';
import { BlockTile } from './block-tile.tsx';

interface BlockTilesProps {
  readonly blocks: readonly BlockRow[];
  readonly onOpen: (blockId: string) => void;
}

/** Blocks as tiles, as many beside each other as there is room for. */
export const BlockTiles = ({ blocks, onOpen }: BlockTilesProps) => {
  const readings = useReadings(blocks.map((block) => block.blockId));
  return (
    <Box
      component="ul"
      aria-label="Blocks"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(176px, 1fr))',
        gap: 2,
        m: 0,
        p: 0,
        listStyle: 'none',
      }}
    >
      {blocks.map((block) => (
        <Box component="li" key={block.blockId} sx={{ minWidth: 0 }}>
          <BlockTile block={block} reading={readings.get(block.blockId)} onOpen={onOpen} />
        </Box>
      ))}
    </Box>
  );
};
