import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { sidePanelWidth } from '@cfs/contracts/sizes';
import { useId, type ReactNode } from 'react';
import { CopyButton } from '../text/copy-button.tsx';

interface SidePanelProps {
  readonly title: string;
  /** Shown as a copy button. */
  readonly id?: string | undefined;
  /** The toast after the id was copied. */
  readonly idCopied?: string;
  readonly width?: string;
  /** In CSS pixels; the height of the window by default. */
  readonly maxHeight?: number;
  /** Next to the close button. */
  readonly status?: ReactNode;
  readonly onClose: () => void;
  /** Always visible at the bottom. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/** A drawer at the right, half as wide as the window by default and full-width in a narrow one. */
export const SidePanel = (props: SidePanelProps) => {
  const { title, id, idCopied, width = sidePanelWidth, maxHeight, status, onClose, footer, children } = props;
  const titleId = useId();
  return (
    <Drawer
      open
      anchor="right"
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': titleId,
          'aria-modal': true,
          sx: { width: { xs: '100vw', sm: width }, ...(maxHeight && { maxHeight }) },
        },
      }}
    >
      <Box
        component="header"
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          px: 4,
          minHeight: 48,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Typography id={titleId} variant="h2" noWrap title={title}>
          {title}
        </Typography>
        {id && <CopyButton text={id} label={`Copy id ${id}`} {...(idCopied ? { done: idCopied } : {})} />}
        <Box sx={{ ml: 'auto' }}>{status}</Box>
        <IconButton aria-label="Close" onClick={onClose} edge="end">
          <CloseIcon />
        </IconButton>
      </Box>
      <Box sx={{ flexGrow: 1, minHeight: 0, overflow: 'auto', px: 4, py: 4 }}>{children}</Box>
      {footer && (
        <Box component="footer" sx={{ display: 'flex', gap: 2, px: 4, py: 2, borderTop: 1, borderColor: 'divider' }}>
          {footer}
        </Box>
      )}
    </Drawer>
  );
};
