import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { headerHeight, sidePanelWidth } from '@cfs/contracts/sizes';
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { besidePanelQuery } from './beside-panel.ts';
import { CopyButton } from '../text/copy-button.tsx';

interface SidePanelProps {
  readonly title: string;
  /** Shown as a copy button. */
  readonly id?: string | undefined;
  /** The toast after the id was copied. */
  readonly idCopied?: string;
  readonly width?: string;
  /** Whether the screen behind the panel stays usable if `besidePanelQuery` matches when the panel opens. */
  readonly isBeside?: boolean;
  /** In CSS pixels; the height of the window by default. */
  readonly maxHeight?: number;
  /** Next to the close button. */
  readonly status?: ReactNode;
  readonly onClose: () => void;
  /** Always visible at the bottom. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

const belowHeader = { top: headerHeight, height: `calc(100% - ${headerHeight}px)`, boxShadow: 3, outline: 0 } as const;

const closeByEscape =
  (onClose: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.defaultPrevented) onClose();
  };

/** Closes the topmost panel on an Escape whose target is the page, for example after the focused button was removed. */
const useEscapeWithoutFocus = (paper: RefObject<HTMLElement | null>, onClose: () => void): void => {
  const onKey = useEffectEvent(({ key, target }: globalThis.KeyboardEvent) => {
    if (key !== 'Escape' || target !== document.body) return;
    if ([...document.querySelectorAll('[role="dialog"]')].at(-1) === paper.current) onClose();
  });
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
};

/** A drawer at the right, half as wide as the window by default and full-width in a narrow one. */
export const SidePanel = (props: SidePanelProps) => {
  const {
    title,
    id,
    idCopied,
    width = sidePanelWidth,
    isBeside = false,
    maxHeight,
    status,
    onClose,
    footer,
    children,
  } = props;
  const hasStatus = status !== undefined && status !== null && status !== false;
  const titleId = useId();
  const paper = useRef<HTMLDivElement>(null);
  // Fixed while the panel is open: changing the kind of drawer would lose what was typed.
  const [hasRoom] = useState(() => isBeside && window.matchMedia(besidePanelQuery).matches);
  useEffect(() => {
    if (hasRoom) paper.current?.focus();
  }, [hasRoom, title]);
  useEscapeWithoutFocus(paper, onClose);
  return (
    <Drawer
      open
      anchor="right"
      variant={hasRoom ? 'persistent' : 'temporary'}
      onClose={onClose}
      slotProps={{
        paper: {
          ref: paper,
          role: 'dialog',
          'aria-labelledby': titleId,
          sx: { width: { xs: '100vw', sm: width }, ...(maxHeight && { maxHeight }), ...(hasRoom && belowHeader) },
          ...(hasRoom ? { tabIndex: -1, onKeyDown: closeByEscape(onClose) } : { 'aria-modal': true }),
        },
      }}
    >
      <Box
        component="header"
        sx={{
          display: 'flex',
          flexWrap: { xs: 'wrap', sm: 'nowrap' },
          alignItems: 'center',
          columnGap: 1,
          px: 4,
          minHeight: 48,
          flexShrink: 0,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flex: '1 1 0', minWidth: 0 }}>
          <Typography id={titleId} variant="h2" noWrap title={title}>
            {title}
          </Typography>
          {id && <CopyButton text={id} label={`Copy id ${id}`} {...(idCopied ? { done: idCopied } : {})} />}
        </Box>
        {hasStatus && (
          // In a narrow window on a separate line: next to these buttons the title would show only a few letters.
          <Box sx={{ order: { xs: 1, sm: 0 }, flex: { xs: '1 0 100%', sm: 'none' }, pb: { xs: 1, sm: 0 } }}>
            {status}
          </Box>
        )}
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
