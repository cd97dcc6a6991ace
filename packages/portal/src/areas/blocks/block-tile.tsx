import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { Age } from '../../ui/text/date-time.tsx';
import type { Reading } from '../packets/latest-packets.ts';
import { colorOf, type BlockRow } from './block-row.ts';

const shownValue = (reading: Reading | undefined): string => {
  if (!reading) return 'No data reported';
  if (reading.value !== null) return reading.value;
  return reading.cpuPercent === null ? 'No data reported' : `CPU ${reading.cpuPercent.toFixed(1)} %`;
};

interface BlockTileProps {
  readonly block: BlockRow;
  readonly reading: Reading | undefined;
  readonly onOpen: (blockId: string) => void;
}

/** One block: its name, latest value and that value's age, in the colour that a rule gave it. */
export const BlockTile = ({ block, reading, onOpen }: BlockTileProps) => {
  const color = colorOf(block);
  const value = shownValue(reading);
  const hasData = reading !== undefined;
  return (
    <ButtonBase
      onClick={() => onOpen(block.blockId)}
      aria-label={`${block.name}: ${value}${color ? `, ${color.name}` : ''}`}
      data-color={color?.name}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'stretch',
        justifyContent: 'space-between',
        gap: 2,
        p: 3,
        minHeight: 112,
        width: 1,
        textAlign: 'left',
        fontFamily: 'inherit',
        borderRadius: 1,
        border: 1,
        borderColor: 'divider',
        bgcolor: color?.fill ?? 'background.paper',
        color: color?.text ?? 'text.primary',
        '&:hover': { borderColor: 'text.secondary' },
      }}
    >
      <Typography variant="body2" noWrap title={block.name} sx={{ fontWeight: 600 }}>
        {block.name}
      </Typography>
      <Typography
        noWrap
        title={value}
        sx={hasData ? { fontSize: 22, fontWeight: 600, lineHeight: 1.2 } : { fontSize: 13 }}
      >
        {value}
      </Typography>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', fontSize: 12 }}>
        <span>{color?.name ?? ''}</span>
        <span>{hasData && <Age time={reading.timestamp} />}</span>
      </Box>
    </ButtonBase>
  );
};
