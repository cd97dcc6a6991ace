import ContentCopyIcon from '@mui/icons-material/FileCopyOutlined';
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { cloneShownMilliseconds } from '@cfs/contracts/device-enumerations';
import type { Device } from '@cfs/contracts/devices';
import { useOverTime } from '../../lib/timing/use-over-time.ts';

const help = 'Two machines use the key of this device. Enrol the copy again with --re-enrol.';

const isCloned = ({ cloneDetected }: Pick<Device, 'cloneDetected'>, now: Date): boolean =>
  cloneDetected !== null && now.getTime() - Date.parse(cloneDetected) <= cloneShownMilliseconds;

/** Marks a device for which two live sessions were detected within the last hour. */
export const CloneMark = ({ device }: { readonly device: Pick<Device, 'cloneDetected'> }) => {
  const isMarked = useOverTime((now) => isCloned(device, now));
  if (!isMarked) return null;
  return (
    <Tooltip title={help}>
      <Box
        component="span"
        sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, ml: 2, color: 'warning.main', fontWeight: 600 }}
      >
        <ContentCopyIcon aria-hidden sx={{ fontSize: 16 }} />
        Cloned
      </Box>
    </Tooltip>
  );
};
