import AttachFileIcon from '@mui/icons-material/AttachFile';
import type { Attachment } from '@cfs/contracts/work-unit-attachments';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import { notify } from '../../lib/notify.ts';
import { downloadAttachment } from './attachment-calls.ts';
import { formatSize } from './attachment-rules.ts';

interface AttachmentLinkProps {
  readonly workUnitId: number;
  readonly attachment: Attachment;
}

/** A file of a note; choosing it saves it. */
export const AttachmentLink = ({ workUnitId, attachment }: AttachmentLinkProps) => {
  const [isBusy, setBusy] = useState(false);
  const download = async (): Promise<void> => {
    setBusy(true);
    try {
      await downloadAttachment(workUnitId, attachment);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      notify.error(`${attachment.fileName} could not be downloaded. ${error.detail}`);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="outlined"
      startIcon={<AttachFileIcon />}
      disabled={isBusy}
      onClick={() => void download()}
      sx={{ maxWidth: 1, overflowWrap: 'anywhere', textAlign: 'left' }}
    >
      {attachment.fileName} ({formatSize(attachment.size)})
    </Button>
  );
};
