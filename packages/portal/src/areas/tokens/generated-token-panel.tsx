import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { GeneratedToken } from '@cfs/contracts/tokens';
import { useState } from 'react';
import { useAsk } from '../../ui/feedback/confirm.tsx';
import { SidePanel } from '../../ui/drawers/side-panel.tsx';
import { monospace } from '../../ui/theme/theme.ts';
import { CopyTokenButton } from './copy-token-button.tsx';

interface GeneratedTokenPanelProps {
  readonly token: GeneratedToken;
  readonly onClose: () => void;
}

/** Shows a new token, which cannot be viewed again later; closing asks for confirmation unless it was copied. */
export const GeneratedTokenPanel = ({ token, onClose }: GeneratedTokenPanelProps) => {
  const [isCopied, setCopied] = useState(false);
  const ask = useAsk();
  const close = async (): Promise<void> => {
    const text = `${token.name} was not copied, and it cannot be viewed again. Close it?`;
    if (isCopied || (await ask({ title: 'Token not copied', text })) !== undefined) onClose();
  };
  return (
    <SidePanel title={`Generated Token: ${token.name}`} onClose={() => void close()}>
      <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'start', gap: 4 }}>
        <Alert severity="warning" sx={{ width: 1 }}>
          Copy this token now. It cannot be viewed after you leave this page.
        </Alert>
        <Box
          component="output"
          aria-label="Generated token"
          sx={{
            width: 1,
            p: 3,
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            fontFamily: monospace,
            overflowWrap: 'anywhere',
            userSelect: 'all',
          }}
        >
          {token.generatedToken}
        </Box>
        {token.canRead && (
          <Typography variant="body2">
            In Excel or Power BI: Get Data, OData feed, {`${window.location.origin}/v1`}; then Basic, with any user name
            and this token as the password.
          </Typography>
        )}
        <CopyTokenButton token={token.generatedToken} onCopied={() => setCopied(true)} />
      </Box>
    </SidePanel>
  );
};
