import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { NoteFileRow, type NoteFileCommands } from './note-file-row.tsx';
import type { NoteFile } from './use-note-files.ts';

interface NoteFilesProps extends NoteFileCommands {
  readonly files: readonly NoteFile[];
  readonly faults: readonly string[];
}

/** The files to attach to a note with the progress of their uploads, and the reasons why others cannot be attached. */
export const NoteFiles = ({ files, faults, ...commands }: NoteFilesProps) => (
  <>
    {files.length > 0 && (
      <Box
        component="ul"
        aria-label="Files to attach"
        sx={{ display: 'flex', flexDirection: 'column', gap: 1, listStyle: 'none', m: 0, p: 0 }}
      >
        {files.map((file) => (
          <NoteFileRow key={file.key} file={file} {...commands} />
        ))}
      </Box>
    )}
    {faults.length > 0 && (
      <Box role="alert">
        {faults.map((fault) => (
          <Typography key={fault} variant="body2" color="error" sx={{ overflowWrap: 'anywhere' }}>
            {fault}
          </Typography>
        ))}
      </Box>
    )}
  </>
);
