import AttachFileIcon from '@mui/icons-material/AttachFile';
import DeleteOutlinedIcon from '@mui/icons-material/DeleteOutlined';
import type { Attachment } from '@cfs/contracts/work-unit-attachments';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { notifyProblem } from '../../../lib/notify-problem.ts';
import { usePermissions } from '../../../lib/permissions.tsx';
import { downloadAttachment } from './attachment-calls.ts';
import { formatSize } from './attachment-rules.ts';
import { useRemoveAttachment } from './use-remove-attachment.ts';

interface AttachmentLinkProps {
  readonly workUnitId: number;
  readonly attachment: Attachment;
  /** Whether users who may edit the unit can remove the file here. */
  readonly mayRemove: boolean;
}

/** A file of a note: a click downloads it, and users who may edit the unit can remove it. */
export const AttachmentLink = ({ workUnitId, attachment, mayRemove }: AttachmentLinkProps) => {
  const [isBusy, setBusy] = useState(false);
  const mayEdit = usePermissions().has('WorkUnits:edit');
  const remove = useRemoveAttachment(workUnitId);
  const download = async (): Promise<void> => {
    setBusy(true);
    try {
      await downloadAttachment(workUnitId, attachment);
    } catch (error) {
      notifyProblem(error, ({ detail }) => `${attachment.fileName} could not be downloaded. ${detail}`);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Box sx={{ display: 'flex', alignItems: 'center' }}>
      <Button
        variant="outlined"
        startIcon={<AttachFileIcon />}
        disabled={isBusy}
        onClick={() => void download()}
        sx={{ minWidth: 0, overflowWrap: 'anywhere', textAlign: 'left' }}
      >
        {attachment.fileName} ({formatSize(attachment.size)})
      </Button>
      {mayRemove && mayEdit && (
        <IconButton size="small" aria-label={`Remove ${attachment.fileName}`} onClick={() => void remove(attachment)}>
          <DeleteOutlinedIcon fontSize="small" />
        </IconButton>
      )}
    </Box>
  );
};
