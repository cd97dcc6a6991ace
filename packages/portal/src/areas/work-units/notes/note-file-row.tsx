import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { formatSize } from './attachment-rules.ts';
import type { NoteFile } from './use-note-files.ts';

/** The commands for a file that is not stored yet. */
export interface NoteFileCommands {
  readonly onRemove: (file: NoteFile) => void;
  readonly onCancel: (file: NoteFile) => void;
  readonly onRetry: (file: NoteFile) => void;
}

interface NoteFileRowProps extends NoteFileCommands {
  readonly file: NoteFile;
}

/** One file of a note, with the progress of its upload in bytes, or the reason why it failed. */
export const NoteFileRow = ({ file, onRemove, onCancel, onRetry }: NoteFileRowProps) => {
  const { state, sent, fault } = file;
  const { name, size } = file.file;
  return (
    <Box component="li" sx={{ px: 2, py: 1, border: 1, borderColor: 'divider', borderRadius: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
        <Typography variant="body2" sx={{ flex: '1 1 160px', minWidth: 0, overflowWrap: 'anywhere' }}>
          {name} ({formatSize(size)})
        </Typography>
        {state === 'sending' && (
          <>
            <Typography variant="caption" color="textSecondary">
              {formatSize(sent)} sent
            </Typography>
            <Button size="small" aria-label={`Cancel ${name}`} onClick={() => onCancel(file)}>
              Cancel
            </Button>
          </>
        )}
        {state === 'failed' && (
          <Button size="small" aria-label={`Try again: ${name}`} onClick={() => onRetry(file)}>
            Try again
          </Button>
        )}
        {state !== 'sending' && (
          <IconButton size="small" aria-label={`Remove ${name}`} onClick={() => onRemove(file)}>
            <CloseIcon fontSize="small" />
          </IconButton>
        )}
      </Box>
      {state === 'sending' && (
        <LinearProgress
          variant="determinate"
          aria-label={`Uploading ${name}`}
          value={(100 * sent) / size}
          sx={{ mt: 1, height: 3, borderRadius: 1 }}
        />
      )}
      {state === 'failed' && (
        <Typography role="alert" variant="body2" color="error" sx={{ overflowWrap: 'anywhere' }}>
          {fault}
        </Typography>
      )}
    </Box>
  );
};
