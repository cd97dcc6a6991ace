import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { RollOutStageSummary, RollOutSummary } from '@cfs/contracts/roll-outs';

type CountName = Exclude<keyof RollOutStageSummary, 'stage' | 'percent' | 'devices'>;

/** The states in the order of the bar. */
const parts = [
  { name: 'installed', label: 'installed', color: 'success.main' },
  { name: 'installing', label: 'installing', color: 'info.main' },
  { name: 'offline', label: 'not reporting', color: 'text.disabled' },
  { name: 'failed', label: 'failed', color: 'error.main' },
  { name: 'takenBack', label: 'taken back', color: 'warning.main' },
  { name: 'skipped', label: 'skipped', color: 'divider' },
  { name: 'waiting', label: 'waiting', color: 'action.hover' },
] as const satisfies readonly { readonly name: CountName; readonly label: string; readonly color: string }[];

const Stage = ({ stage, isPresent }: { readonly stage: RollOutStageSummary; readonly isPresent: boolean }) => {
  const shown = parts.filter(({ name }) => stage[name] > 0);
  const words = shown.map(({ name, label }) => `${stage[name]} ${label}`).join(', ') || 'no devices';
  return (
    <Box component="li" {...(isPresent ? { 'aria-current': 'step' } : {})} sx={{ mb: 4 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 4, mb: 1 }}>
        <Typography variant="body2" sx={{ fontWeight: isPresent ? 600 : 400 }}>
          Stage {stage.stage}: {stage.percent} %{isPresent && ' (present)'}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {words}
        </Typography>
      </Box>
      <Box
        aria-hidden
        sx={{ display: 'flex', height: 10, borderRadius: 1, overflow: 'hidden', bgcolor: 'action.hover' }}
      >
        {shown.map(({ name, color }) => (
          <Box key={name} sx={{ flexGrow: stage[name], flexBasis: 0, minWidth: 4, bgcolor: color }} />
        ))}
      </Box>
    </Box>
  );
};

/** The stages of a roll-out with their devices by state. */
export const RollOutStages = ({ rollOut }: { readonly rollOut: RollOutSummary }) => (
  <Box component="ol" aria-label="Stages" sx={{ listStyle: 'none', m: 0, p: 0 }}>
    {rollOut.summary.map((stage) => (
      <Stage
        key={stage.stage}
        stage={stage}
        isPresent={stage.stage === rollOut.stage && (rollOut.state === 'Running' || rollOut.state === 'Paused')}
      />
    ))}
  </Box>
);
