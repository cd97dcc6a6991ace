import ContentCopyIcon from '@mui/icons-material/ContentCopy';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { copyText } from '../../lib/copy-text.ts';
import { notify } from '../../lib/notify.ts';

interface CopyButtonProps {
  readonly text: string;
  /** The accessible name: "Copy device ID". */
  readonly label: string;
  /** The toast after copying. */
  readonly done?: string;
}

export const CopyButton = ({ text, label, done = 'copied to clipboard.' }: CopyButtonProps) => (
  <Tooltip title={label}>
    <IconButton
      className="copy"
      aria-label={label}
      onClick={(event) => {
        event.stopPropagation();
        void copyText(text).then((isCopied) => isCopied && notify.info(done));
      }}
    >
      <ContentCopyIcon sx={{ fontSize: 16 }} />
    </IconButton>
  </Tooltip>
);
