import Button from '@mui/material/Button';
import type { MetricSource } from '@cfs/contracts/metric-sources';
import { useMetricSourceCommands } from './use-metric-source-commands.ts';

interface MetricSourceCommandsProps {
  readonly source: MetricSource;
  readonly onDone: () => void;
}

/** The buttons Ignore and Forget for the footer of a source's panel. */
export const MetricSourceCommands = ({ source, onDone }: MetricSourceCommandsProps) => {
  const { isBusy, ignore, forget } = useMetricSourceCommands(source, onDone);
  return (
    <>
      {source.status !== 'Ignored' && (
        <Button color="error" disabled={isBusy} onClick={() => void ignore()}>
          Ignore
        </Button>
      )}
      <Button color="inherit" disabled={isBusy} onClick={() => void forget()}>
        Forget
      </Button>
    </>
  );
};
