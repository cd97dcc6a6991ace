import Box from '@mui/material/Box';
import { pollIntervals } from '@cfs/contracts/sizes';
import { useNavigate } from '@tanstack/react-router';
import { useRows } from '../../lib/api/use-list.ts';
import { useScreenAddress } from '../../lib/use-tenant.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryResult } from '../../ui/feedback/query-result.tsx';
import { blockSet, colorOf, type BlockRow } from '../blocks/block-row.ts';
import { BlockTile } from '../blocks/block-tile.tsx';
import { tileStyle } from '../blocks/tile-style.ts';
import { useReadings } from '../packets/latest-packets.ts';
import { HomeSection } from './home-section.tsx';

const calm: ReadonlySet<string> = new Set(['Green', 'White']);
const mostTiles = 12;

/** Blocks that a rule has coloured otherwise than green or white. */
export const ColouredBlocks = () => {
  const navigate = useNavigate();
  const screen = useScreenAddress();
  const blocks = useRows<BlockRow>(
    blockSet,
    { expand: 'entityColor', orderBy: [{ field: 'name', direction: 'asc' }], top: 1_000 },
    { poll: pollIntervals.blocks },
  );
  const standingOut = (blocks.data ?? [])
    .filter((block) => !calm.has(colorOf(block)?.name ?? 'White'))
    .slice(0, mostTiles);
  const readings = useReadings(standingOut.map((block) => block.blockId));
  return (
    <HomeSection title="Blocks that stand out" path="/blocks">
      <QueryResult query={blocks}>
        {() =>
          standingOut.length === 0 ? (
            <EmptyState title="All calm" hint="No rule has coloured a block." />
          ) : (
            <Box
              sx={[
                { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))', gap: 2 },
                tileStyle,
              ]}
            >
              {standingOut.map((block) => (
                <BlockTile
                  key={block.blockId}
                  block={block}
                  reading={readings.get(block.blockId)}
                  onOpen={(blockId) => void navigate({ href: screen(`/blocks?blockId=${blockId}`) })}
                />
              ))}
            </Box>
          )
        }
      </QueryResult>
    </HomeSection>
  );
};
