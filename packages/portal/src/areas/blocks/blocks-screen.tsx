import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { pollIntervals } from '@cfs/contracts/sizes';
import { useRows } from '../../lib/api/use-list.ts';
import { formatTime } from '../../lib/dates.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { CreateButton, Toolbar, ToolbarSpace } from '../../ui/toolbar.tsx';
import { useOpenRow } from '../../ui/use-open-row.ts';
import { useReadings } from '../packets/latest-packets.ts';
import { BlockDrawer } from './block-drawer.tsx';
import { blockSet, type BlockRow } from './block-row.ts';
import { BlockTile } from './block-tile.tsx';

const mostTiles = 1_000;

export const BlocksScreen = () => {
  const drawer = useOpenRow('blockId');
  const permissions = usePermissions();
  const blocks = useRows<BlockRow>(
    blockSet,
    { expand: 'entityColor', orderBy: [{ field: 'name', direction: 'asc' }], top: mostTiles },
    { poll: pollIntervals.blocks },
  );
  const readings = useReadings((blocks.data ?? []).map((block) => block.blockId));
  return (
    <Page title="Blocks" help="Each tile shows the latest packet of an entity, in the colour that a rule gave it.">
      <Toolbar>
        <Typography variant="body2" color="textSecondary">
          Last updated {formatTime(new Date(blocks.dataUpdatedAt).toISOString())}
        </Typography>
        <ToolbarSpace />
        {permissions.has('Blocks:create') && <CreateButton onClick={drawer.create} />}
      </Toolbar>
      <Loaded query={blocks}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              title="No blocks found"
              hint="A block appears with each promoted device, or create one for packets of your own."
            />
          ) : (
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
              {rows.map((block) => (
                <Box component="li" key={block.blockId} sx={{ minWidth: 0 }}>
                  <BlockTile block={block} reading={readings.get(block.blockId)} onOpen={drawer.open} />
                </Box>
              ))}
            </Box>
          )
        }
      </Loaded>
      <BlockDrawer drawer={drawer} />
    </Page>
  );
};
