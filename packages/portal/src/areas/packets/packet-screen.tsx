import MenuOpenIcon from '@mui/icons-material/MenuOpen';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { isGuid } from '@cfs/contracts/guid';
import { useParams } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { useLatestPacket } from './latest-packets.ts';
import { nameInMessage } from './packet-message.ts';
import { PacketSide } from './packet-side.tsx';
import { PacketTabs } from './packet-tabs.tsx';

const sideWidth = 280;

const PacketView = ({ entityId }: { readonly entityId: string }) => {
  const sideId = useId();
  const isWide = useMediaQuery((theme) => theme.breakpoints.up('lg'), { noSsr: true });
  const [isOpen, setOpen] = useState(isWide);
  const { data } = useLatestPacket(entityId);
  const [packet] = data ?? [];
  const name = nameInMessage(packet?.message);
  return (
    <Page
      title="Packet"
      help="The latest packet of an entity, its rule matches, history and logs."
      aside={
        <Button
          color="inherit"
          variant="outlined"
          size="small"
          aria-expanded={isOpen}
          aria-controls={sideId}
          startIcon={<MenuOpenIcon sx={{ transform: isOpen ? 'none' : 'scaleX(-1)' }} />}
          onClick={() => setOpen(!isOpen)}
          sx={{ borderColor: 'divider' }}
        >
          {isOpen ? 'Hide details' : 'Show details'}
        </Button>
      }
    >
      <Box sx={{ display: 'flex', flexDirection: { xs: 'column', md: 'row' }, gap: 4, minHeight: 0, flexGrow: 1 }}>
        <Paper
          component="aside"
          id={sideId}
          aria-label="Details of the entity"
          variant="outlined"
          hidden={!isOpen}
          sx={{
            display: isOpen ? 'block' : 'none',
            width: { xs: 'auto', md: sideWidth },
            flexShrink: 0,
            p: 4,
            overflow: 'auto',
          }}
        >
          <PacketSide entityId={entityId} name={name} packet={packet} />
        </Paper>
        <Paper variant="outlined" sx={{ flexGrow: 1, minWidth: 0, overflow: 'auto', px: 4, pt: 4, pb: 4 }}>
          <Typography variant="h2" noWrap sx={{ mb: 4 }}>
            {name ?? entityId}
          </Typography>
          <PacketTabs entityId={entityId} name={name} />
        </Paper>
      </Box>
    </Page>
  );
};

/** The packets of the entity whose id is in the path. */
export const PacketScreen = () => {
  const { packetId = '' }: { readonly packetId?: string } = useParams({ strict: false });
  const entityId = packetId.toLowerCase();
  return isGuid(entityId) ? (
    <PacketView key={entityId} entityId={entityId} />
  ) : (
    <Page title="Packet">
      <EmptyState title="No packet for this entity." hint="The address does not name an entity by its id." />
    </Page>
  );
};
