import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import InputBase from '@mui/material/InputBase';
import Typography from '@mui/material/Typography';
import { visuallyHidden } from '../../../ui/text/visually-hidden.ts';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import type { PaletteEntry } from './palette-entry.ts';
import { PaletteHints } from './palette-hints.tsx';
import { PaletteOption } from './palette-option.tsx';
import { usePaletteGroups } from './use-palette-groups.ts';
import { useRecentEntries } from './use-recent-entries.ts';

interface CommandPaletteDialogProps {
  readonly onClose: () => void;
  readonly openLicense: () => void;
}

const count = (found: number): string => (found === 1 ? '1 result' : `${found} results`);

/** The open palette: a combobox that keeps the focus, and its listbox. */
export const CommandPaletteDialog = ({ onClose, openLicense }: CommandPaletteDialogProps) => {
  const listId = useId();
  const [text, setText] = useState('');
  const [hoveredId, setHoveredId] = useState<string>();
  const [recent, remember] = useRecentEntries();
  const { groups, isSearching, hasFailed } = usePaletteGroups(text, recent, openLicense);
  const entries = groups.flatMap(({ found }) => found.map(({ entry }) => entry));
  const active = entries.find(({ id }) => id === hoveredId) ?? entries[0];
  const optionId = ({ id }: PaletteEntry): string => `${listId}-${id}`;
  const activeOption = active && optionId(active);

  useEffect(() => {
    if (activeOption) document.getElementById(activeOption)?.scrollIntoView({ block: 'nearest' });
  }, [activeOption]);

  const choose = (entry: PaletteEntry, inNewTab: boolean): void => {
    remember(entry.id);
    onClose();
    if (inNewTab && entry.href !== undefined) window.open(entry.href, '_blank', 'noopener');
    else void entry.run();
  };

  const move = (place: number): void => setHoveredId(entries.at(place % entries.length)?.id);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const place = active ? entries.indexOf(active) : -1;
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => move(place + 1),
      ArrowUp: () => move(place - 1),
      Home: () => move(0),
      End: () => move(-1),
      Enter: () => active && choose(active, event.ctrlKey || event.metaKey),
    };
    const act = moves[event.key];
    if (!act || entries.length === 0) return;
    event.preventDefault();
    act();
  };

  const state = hasFailed
    ? 'Work units could not be searched just now.'
    : isSearching
      ? 'Searching work units…'
      : entries.length === 0
        ? `Nothing found for “${text.trim()}”.`
        : '';

  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      slotProps={{
        container: { sx: { alignItems: 'flex-start' } },
        paper: {
          'aria-label': 'Command palette',
          sx: { mx: 2, mt: { xs: 2, sm: '10vh' }, mb: 2, width: 'calc(100% - 16px)', maxHeight: 'min(560px, 80dvh)' },
        },
      }}
    >
      <InputBase
        autoFocus
        fullWidth
        value={text}
        placeholder="Search screens, tenants, work units and actions"
        startAdornment={<SearchIcon fontSize="small" sx={{ mr: 2, color: 'text.secondary' }} />}
        onChange={(event) => {
          setText(event.target.value);
          setHoveredId(undefined);
        }}
        onKeyDown={onKeyDown}
        slotProps={{
          input: {
            role: 'combobox',
            'aria-label': 'Search screens, tenants, work units and actions',
            'aria-expanded': entries.length > 0,
            'aria-controls': listId,
            'aria-autocomplete': 'list',
            ...(activeOption ? { 'aria-activedescendant': activeOption } : {}),
            autoComplete: 'off',
            spellCheck: false,
            maxLength: 200,
            // The input is the only focusable element: it needs no focus outline.
            sx: { outline: 'none' },
          },
        }}
        sx={{ px: 4, minHeight: 48, flexShrink: 0, borderBottom: 1, borderColor: 'divider' }}
      />
      <Box
        id={listId}
        role="listbox"
        aria-label="Results"
        sx={{ overflowY: 'auto', px: 1, py: entries.length ? 1 : 0 }}
      >
        {groups.map(({ heading, found }) => (
          <Box key={heading} role="group" aria-labelledby={`${listId}-${heading.replaceAll(' ', '-')}`}>
            <Typography
              id={`${listId}-${heading.replaceAll(' ', '-')}`}
              role="presentation"
              variant="caption"
              component="div"
              sx={{ px: 3, pt: 2, pb: 1, color: 'text.secondary', fontWeight: 600 }}
            >
              {heading}
            </Typography>
            {found.map((each) => (
              <PaletteOption
                key={each.entry.id}
                id={optionId(each.entry)}
                found={each}
                isActive={each.entry === active}
                onHover={() => setHoveredId(each.entry.id)}
                onChoose={(inNewTab) => choose(each.entry, inNewTab)}
              />
            ))}
          </Box>
        ))}
      </Box>
      {state !== '' && (
        <Typography variant="body2" color="textSecondary" sx={{ px: 4, py: 3 }}>
          {state}
        </Typography>
      )}
      <Box role="status" sx={visuallyHidden}>
        {state || (text.trim() === '' ? '' : count(entries.length))}
      </Box>
      <PaletteHints />
    </Dialog>
  );
};
