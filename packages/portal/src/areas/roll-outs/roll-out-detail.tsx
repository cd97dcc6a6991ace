import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { RollOutSummary } from '@cfs/contracts/roll-outs';
import { widePanelWidth } from '@cfs/contracts/sizes';
import { api } from '../../lib/api/api-client.ts';
import { callOnce } from '../../lib/call-once.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import { notifyProblem } from '../../lib/notify-problem.ts';
import { notify } from '../../lib/notify.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { SidePanel } from '../../ui/drawers/side-panel.tsx';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { useAsk } from '../../ui/feedback/confirm.tsx';
import { QueryResult } from '../../ui/feedback/query-result.tsx';
import { DateTime } from '../../ui/text/date-time.tsx';
import { StateLabel } from '../../ui/text/state-label.tsx';
import { RollOutDevices } from './roll-out-devices.tsx';
import { rollOutDeviceSet, rollOutSet, rollOutTones, useRollOut } from './roll-out-row.ts';
import { RollOutStages } from './roll-out-stages.tsx';

const done = { pause: 'paused', resume: 'resumed', abort: 'aborted' } as const;

const Commands = ({ rollOut }: { readonly rollOut: RollOutSummary }) => {
  const ask = useAsk();
  const refresh = useRefresh();
  const name = `${rollOut.packageName} ${rollOut.version}`;
  const attempt = async (command: keyof typeof done): Promise<void> => {
    try {
      await api.post(`${rollOutSet}/${rollOut.rollOutId}/${command}`);
      notify.success(`The roll-out of ${name} was ${done[command]}.`);
    } catch (error) {
      notifyProblem(error);
    } finally {
      await refresh(rollOutSet, rollOutDeviceSet);
    }
  };
  const run = (command: keyof typeof done) => callOnce(rollOut.rollOutId, () => attempt(command));
  const abort = async (): Promise<void> => {
    const answer = await ask({
      title: 'Abort Roll-out',
      text: `Abort the roll-out of ${name}? Devices that have not installed it keep their previous version or return to it.`,
      yes: 'Abort',
      no: 'Cancel',
      isDestructive: true,
    });
    if (answer !== undefined) await run('abort');
  };
  if (rollOut.state !== 'Running' && rollOut.state !== 'Paused') return null;
  return (
    <>
      {rollOut.state === 'Running' ? (
        <Button variant="outlined" onClick={() => void run('pause')}>
          Pause
        </Button>
      ) : (
        <Button variant="contained" onClick={() => void run('resume')}>
          Resume
        </Button>
      )}
      <Button color="error" onClick={() => void abort()}>
        Abort
      </Button>
    </>
  );
};

const Progress = ({ rollOut }: { readonly rollOut: RollOutSummary }) => {
  const { state, nextStage, healthyMinutes, failurePercent } = rollOut;
  const isLast = rollOut.stage === rollOut.summary.length;
  return (
    <Typography variant="body2" color="textSecondary" sx={{ mb: 4 }}>
      Healthy interval {healthyMinutes} min, stops at {failurePercent} % failures.{' '}
      {state === 'Running' && nextStage !== null && (
        <>
          {isLast ? 'Completes at ' : 'The next stage begins at '}
          <DateTime time={nextStage} />.
        </>
      )}
      {state === 'Running' && nextStage === null && 'The devices of the stage are installing.'}
    </Typography>
  );
};

const Detail = ({ rollOut, onClose }: { readonly rollOut: RollOutSummary; readonly onClose: () => void }) => {
  const mayEdit = usePermissions().has('Devices:edit');
  return (
    <SidePanel
      title={`Roll-out: ${rollOut.packageName} ${rollOut.version}`}
      id={rollOut.rollOutId}
      width={widePanelWidth}
      status={<StateLabel tone={rollOutTones[rollOut.state]}>{rollOut.state}</StateLabel>}
      onClose={onClose}
      footer={mayEdit && <Commands rollOut={rollOut} />}
    >
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
        {rollOut.detail && <Alert severity="error">{rollOut.detail}</Alert>}
        <section>
          <Typography variant="h3" sx={{ mb: 2 }}>
            Stages
          </Typography>
          <Progress rollOut={rollOut} />
          <RollOutStages rollOut={rollOut} />
        </section>
        <RollOutDevices rollOutId={rollOut.rollOutId} />
      </Box>
    </SidePanel>
  );
};

/** The roll-out in the URL: its stages, its devices by state, and its commands. */
export const RollOutDetail = ({ drawer, rollOutId }: { readonly drawer: OpenRow; readonly rollOutId: string }) => {
  const query = useRollOut(rollOutId);
  if (query.data) return <Detail rollOut={query.data} onClose={drawer.close} />;
  return (
    <SidePanel title="Roll-out" width={widePanelWidth} onClose={drawer.close}>
      <QueryResult query={query}>{() => null}</QueryResult>
    </SidePanel>
  );
};
