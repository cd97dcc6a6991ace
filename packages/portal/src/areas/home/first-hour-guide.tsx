import CheckIcon from '@mui/icons-material/Check';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { FirstHour } from '@cfs/contracts/first-hour';
import type { FirstHourStep } from '@cfs/contracts/first-hour-steps';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useScreenAddress } from '../../lib/tenant/use-tenant.ts';

interface StepText {
  readonly title: string;
  readonly hint: string;
  /** The path of the step after the tenant. */
  readonly path: (step: Pick<FirstHour['steps'][number], 'isDone' | 'id'>) => string;
}

const texts: Readonly<Record<FirstHourStep, StepText>> = {
  token: {
    title: 'Create a token for agents',
    hint: 'Machines enrol with it. It is shown once, so copy it.',
    path: ({ isDone }) => (isDone ? '/tokens' : '/tokens?open=new'),
  },
  agent: {
    title: 'Install the agent on a machine',
    hint: 'One command downloads it, installs it as a service and enrols the machine.',
    path: () => '/welcome',
  },
  promotion: {
    title: 'Promote the machine',
    hint: 'It waits under Pending Devices. Compare its fingerprint, select it and press Promote.',
    path: () => '/pendingdevices',
  },
  reading: {
    title: 'See its first reading',
    hint: 'A device sends processor and memory from the first minute on.',
    path: ({ id }) => (id === null ? '/devices' : `/packets/${id}`),
  },
  rule: {
    title: 'Write your first rule',
    hint: 'For example: CpuPercent above 90 turns the device red and opens an incident.',
    path: ({ id }) => (id === null ? '/rules?open=new' : `/rules?open=${id}`),
  },
  match: {
    title: 'See the rule match',
    hint: 'Back-test shows which matches the rule would have had; Matches shows those that it has.',
    path: ({ id }) => (id === null ? '/rules' : `/rules?matches=${id}`),
  },
};

const markSize = 22;

interface GuideStepProps {
  readonly number: number;
  readonly step: FirstHour['steps'][number];
  readonly isNext: boolean;
}

const GuideStep = ({ number, step: { step, isDone, id }, isNext }: GuideStepProps) => {
  const screen = useScreenAddress();
  const { title, hint, path } = texts[step];
  return (
    <Box component="li" aria-current={isNext ? 'step' : undefined} sx={{ display: 'flex', gap: 3, minWidth: 0 }}>
      <Box
        aria-hidden
        sx={{
          flexShrink: 0,
          width: markSize,
          height: markSize,
          display: 'grid',
          placeItems: 'center',
          border: 1,
          borderRadius: '50%',
          fontSize: 12,
          borderColor: isNext ? 'primary.main' : 'divider',
          bgcolor: isNext ? 'primary.main' : 'transparent',
          color: isNext ? 'primary.contrastText' : 'text.secondary',
        }}
      >
        {isDone ? <CheckIcon sx={{ fontSize: 15 }} /> : number}
      </Box>
      <Box sx={{ minWidth: 0, fontSize: 13 }}>
        <MuiLink component={Link} to={screen(path({ isDone, id }))} sx={{ fontWeight: isNext ? 600 : 400 }}>
          {title}
        </MuiLink>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {isDone ? ' (done)' : isNext ? ' (next)' : ''}
        </Box>
        {!isDone && <Box sx={{ color: 'text.secondary' }}>{hint}</Box>}
      </Box>
    </Box>
  );
};

interface FirstHourGuideProps {
  readonly steps: FirstHour['steps'];
  readonly onHide: () => void;
}

/** The steps from the sign-in to the first match of a rule, each with a link to its screen. */
export const FirstHourGuide = ({ steps, onHide }: FirstHourGuideProps) => {
  const headingId = useId();
  const next = steps.find(({ isDone }) => !isDone);
  const doneCount = steps.filter(({ isDone }) => isDone).length;
  return (
    <Paper component="section" aria-labelledby={headingId} variant="outlined" sx={{ p: 4, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, mb: 3 }}>
        <Typography id={headingId} variant="h2">
          First hour
        </Typography>
        <Typography variant="body2" color="textSecondary" role="status">
          {next ? `${doneCount} of ${steps.length} done` : 'All steps are done.'}
        </Typography>
        <Button size="small" onClick={onHide} sx={{ ml: 'auto' }} aria-label="Hide First hour">
          Hide
        </Button>
      </Box>
      <Box
        component="ol"
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 260px), 1fr))',
          gap: 3,
        }}
      >
        {steps.map((step, index) => (
          <GuideStep key={step.step} number={index + 1} step={step} isNext={step === next} />
        ))}
      </Box>
    </Paper>
  );
};
