import ContentCopyIcon from '@mui/icons-material/ContentCopy';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import { copyTooltipTime } from '@cfs/contracts/sizes';
import { useEffect, useState } from 'react';
import { notify } from '../../lib/notify.ts';

interface CopyTokenButtonProps {
  readonly token: string;
  readonly onCopied: () => void;
}

/** Copies a token and says so for a second. */
export const CopyTokenButton = ({ token, onCopied }: CopyTokenButtonProps) => {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => setShown(false), copyTooltipTime);
    return () => clearTimeout(timer);
  }, [isShown]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(token);
      setShown(true);
      onCopied();
    } catch {
      notify.error('Copying is not allowed in this browser. Select the token and copy it.');
    }
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
