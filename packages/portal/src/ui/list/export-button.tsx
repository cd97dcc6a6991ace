import CloseIcon from '@mui/icons-material/Close';
import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { visuallyHidden } from '../text/visually-hidden.ts';
import { useExport, type ExportState } from './use-export.ts';

interface ExportButtonProps {
  readonly label: string;
  readonly fileName: string;
  /** The URL of the export. */
  readonly address: string;
  /** The body of an export by POST. */
  readonly body?: unknown;
  /** The expected number of rows; `undefined` while it is unknown. */
  readonly total: number | undefined;
  /** Whether there is nothing to export yet. */
  readonly isDisabled?: boolean;
}

const exporting = 'Exporting...';

const progressText = (rows: number, total: number | undefined): string => {
  if (rows === 0) return exporting;
  const arrived = rows.toLocaleString('en');
  return total === undefined || total < rows
    ? `${exporting} ${arrived}`
    : `${exporting} ${arrived} of ${total.toLocaleString('en')}`;
};

const hintOf = (state: ExportState, fileName: string): string => {
  if (state.kind === 'running') return '';
  return state.kind === 'failed' ? state.reason : `Saves ${fileName}`;
};

/** Downloads an export: shows its progress, can be cancelled, and shows a failure on the button. */
export const ExportButton = ({ label, fileName, address, body, total, isDisabled = false }: ExportButtonProps) => {
  const { state, start, cancel } = useExport();
  const hasFailed = state.kind === 'failed';
  const isRunning = state.kind === 'running';
  return (
    <Box sx={{ display: 'inline-flex', alignItems: 'center', position: 'relative' }}>
      <Tooltip title={hintOf(state, fileName)}>
        <span>
          <Button
            variant="outlined"
            color={hasFailed ? 'error' : 'primary'}
            startIcon={hasFailed ? <ErrorIcon /> : <DownloadIcon />}
            disabled={isRunning || isDisabled}
            onClick={() => start(address, fileName, body)}
          >
            {isRunning ? progressText(state.rows, total) : hasFailed ? `${label} failed` : label}
          </Button>
        </span>
      </Tooltip>
      {hasFailed && (
        <Box component="span" role="alert" sx={visuallyHidden}>
          {state.reason}
        </Box>
      )}
      {isRunning && (
        <Tooltip title={`Cancel ${label}`}>
          <IconButton aria-label={`Cancel ${label}`} onClick={cancel}>
            <CloseIcon sx={{ fontSize: 18 }} />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  );
};
