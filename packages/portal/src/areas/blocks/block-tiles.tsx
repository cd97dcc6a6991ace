import Box from '@mui/material/Box';
import { useMemo } from 'react';
import { useReadings } from '../packets/latest-packets.ts';
import { useTrends } from '../packets/use-trends.ts';
import type { BlockRow } from './block-row.ts';
import { BlockTile } from './block-tile.tsx';
import { tilePlace } from './tile-grid.ts';
import { tileStyle } from './tile-style.ts';
import { useVisibleTiles } from './use-visible-tiles.ts';

interface BlockTilesProps {
  readonly blocks: readonly BlockRow[];
  readonly onOpen: (blockId: string) => void;
}

/** Blocks as tiles, in as many columns as fit. Only tiles in or near the visible area are rendered. */
export const BlockTiles = ({ blocks, onOpen }: BlockTilesProps) => {
  const { grid, first, end, setElement } = useVisibleTiles(blocks.length);
  const entityIds = useMemo(() => blocks.map((block) => block.blockId), [blocks]);
  const readings = useReadings(entityIds);
  const trends = useTrends(entityIds, { first, end });
  return (
    <Box ref={setElement} sx={{ flexGrow: 1, minHeight: 0, overflow: 'auto', scrollbarGutter: 'stable' }}>
      <Box
        component="ul"
        aria-label="Blocks"
        sx={[{ position: 'relative', m: 0, p: 0, listStyle: 'none', '& > li': { position: 'absolute' } }, tileStyle]}
        style={{ height: grid.height }}
      >
        {blocks.slice(first, end).map((block, index) => (
          <li
            key={block.blockId}
            style={tilePlace(first + index, grid)}
            aria-setsize={blocks.length}
            aria-posinset={first + index + 1}
          >
            <BlockTile
              block={block}
              reading={readings.get(block.blockId)}
              trend={trends.get(block.blockId)}
              onOpen={onOpen}
            />
          </li>
        ))}
      </Box>
    </Box>
  );
};
