import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { monospace } from '../../../ui/theme/theme.ts';
import { LicenseDialog } from '../license-dialog.tsx';
import { isPaletteShortcut, modifierName } from './shortcut.ts';

const load = () => import('./command-palette-dialog.tsx');

/** Loaded on hover or focus of the button, or when first opened; not part of the first screen. */
const CommandPaletteDialog = lazyPart(async () => (await load()).CommandPaletteDialog);

const label = 'Search or jump to';

/** The button in the header that opens the command palette; the shortcut is Ctrl-K. */
export const CommandPalette = () => {
  const [isOpen, setOpen] = useState(false);
  const [isLicenseOpen, setLicenseOpen] = useState(false);
  const isWide = useMediaQuery((theme) => theme.breakpoints.up('md'));
  const openLicense = useCallback(() => setLicenseOpen(true), []);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!isPaletteShortcut(event)) return;
      event.preventDefault();
      setOpen((wasOpen) => !wasOpen);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);

  const opener = {
    'aria-label': label,
    'aria-haspopup': 'dialog',
    'aria-keyshortcuts': 'Control+K Meta+K',
    onClick: () => setOpen(true),
    onPointerEnter: () => void load(),
    onFocus: () => void load(),
  } as const;

  return (
    <>
      {isWide ? (
        <ButtonBase
          {...opener}
          sx={{
            justifyContent: 'flex-start',
            gap: 2,
            width: 240,
            height: 32,
            px: 2,
            flexShrink: 0,
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            color: 'text.secondary',
            typography: 'body2',
          }}
        >
          <SearchIcon sx={{ fontSize: 18 }} />
          {label}…
          <Box component="kbd" sx={{ ml: 'auto', fontFamily: monospace, fontSize: 11 }}>
            {modifierName} K
          </Box>
        </ButtonBase>
      ) : (
        <IconButton {...opener}>
          <SearchIcon fontSize="small" />
        </IconButton>
      )}
      {isOpen && (
        <Suspense>
          <CommandPaletteDialog onClose={() => setOpen(false)} openLicense={openLicense} />
        </Suspense>
      )}
      {isLicenseOpen && <LicenseDialog onClose={() => setLicenseOpen(false)} />}
    </>
  );
};
