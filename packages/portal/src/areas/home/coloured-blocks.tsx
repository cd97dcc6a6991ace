import Box from '@mui/material/Box';
import type { Home } from '@cfs/contracts/home';
import { useNavigate } from '@tanstack/react-router';
import { useScreenAddress } from '../../lib/tenant/use-tenant.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { BlockTile } from '../blocks/block-tile.tsx';
import { tileStyle } from '../blocks/tile-style.ts';
import { HomeSection } from './home-section.tsx';

/** Blocks to which a rule has given a colour other than green and white. */
export const ColouredBlocks = ({ blocks, readings }: NonNullable<Home['blocks']>) => {
  const navigate = useNavigate();
  const screen = useScreenAddress();
  const readingOf = new Map(readings.map((reading) => [reading.entityId, reading]));
  return (
    <HomeSection title="Blocks that need attention" path="/blocks">
      {blocks.length === 0 ? (
        <EmptyState title="No blocks need attention" hint="No rule has set a colour other than green or white." />
      ) : (
        <Box
          sx={[{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))', gap: 2 }, tileStyle]}
        >
          {blocks.map((block) => (
            <BlockTile
              key={block.blockId}
              block={block}
              reading={readingOf.get(block.blockId)}
              onOpen={(blockId) => void navigate({ href: screen(`/blocks?blockId=${blockId}`) })}
            />
          ))}
        </Box>
      )}
    </HomeSection>
  );
};
