import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { formatSize } from './attachment-rules.ts';

interface NoteFilesProps {
  readonly files: readonly File[];
  readonly faults: readonly string[];
  /** How many have arrived at the server; `undefined` while nothing is under way. */
  readonly arrived: number | undefined;
  readonly onDetach: (file: File) => void;
}

/** The files that a note will have, how far their upload is, and why others cannot be attached. */
export const NoteFiles = ({ files, faults, arrived, onDetach }: NoteFilesProps) => {
  const isUploading = arrived !== undefined;
  return (
    <>
      {files.length > 0 && (
        <Box component="ul" aria-label="Files to attach" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, m: 0, p: 0 }}>
          {files.map((file, index) => (
            <Box component="li" key={`${index} ${file.name}`} sx={{ display: 'flex', maxWidth: 1 }}>
              <Chip
                variant="outlined"
                label={`${file.name} (${formatSize(file.size)})`}
                {...(isUploading ? {} : { onDelete: () => onDetach(file) })}
              />
            </Box>
          ))}
        </Box>
      )}
      {isUploading && files.length > 0 && (
        <LinearProgress
          variant="determinate"
          aria-label={`Uploading, ${arrived} of ${files.length}`}
          value={(100 * arrived) / files.length}
          sx={{ height: 3, borderRadius: 1 }}
        />
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
};
