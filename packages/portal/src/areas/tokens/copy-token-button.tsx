import ContentCopyIcon from '@mui/icons-material/ContentCopy';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import { copyTooltipTime } from '@cfs/contracts/sizes';
import { useEffect, useState } from 'react';
import { copyText } from '../../lib/copy-text.ts';

interface CopyTokenButtonProps {
  readonly token: string;
  readonly onCopied: () => void;
}

/** Copies a token and shows a tooltip about it for a second. */
export const CopyTokenButton = ({ token, onCopied }: CopyTokenButtonProps) => {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => setShown(false), copyTooltipTime);
    return () => clearTimeout(timer);
  }, [isShown]);
  const copy = async (): Promise<void> => {
    if (!(await copyText(token))) return;
    setShown(true);
    onCopied();
  };
  return (
    <Tooltip
      describeChild
      title="Copied to clipboard"
      open={isShown}
      disableHoverListener
      disableFocusListener
      disableTouchListener
    >
      <Button variant="outlined" startIcon={<ContentCopyIcon />} onClick={() => void copy()}>
        Copy
      </Button>
    </Tooltip>
  );
};
