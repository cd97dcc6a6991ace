import BookmarkIcon from '@mui/icons-material/BookmarkBorderOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Suspense, useState } from 'react';
import type { SavedView } from '@cfs/contracts/saved-views';
import { lazyPart } from '../feedback/lazy-part.tsx';
import type { ShippedViewSet } from './shipped-views-list.tsx';
import { useSavedViews } from './use-saved-views.ts';

/** Loaded on first use: a list is rendered without them. */
const SavedViewsPopover = lazyPart(async () => (await import('./saved-views-popover.tsx')).SavedViewsPopover);
const SavedViewNameDialog = lazyPart(async () => (await import('./saved-view-name-dialog.tsx')).SavedViewNameDialog);

const nothing: readonly string[] = [];

interface SavedViewsMenuProps {
  /** The name of the screen in preferences. */
  readonly screen: string;
  /** Further query parameters that views store; a constant. */
  readonly own?: readonly string[];
  /** The views that everybody has. */
  readonly shipped?: ShippedViewSet;
}

/**
 * The saved views of a list: shows the active view and whether it was changed; applies, saves, updates, renames, orders
 * and deletes views. A screen that is opened without a query starts with the default view.
 */
export const SavedViewsMenu = ({ screen, own = nothing, shipped }: SavedViewsMenuProps) => {
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  /** The view that is being renamed or created. */
  const [naming, setNaming] = useState<SavedView | 'new'>();
  const savedViews = useSavedViews(screen, own, isOpen, shipped?.views);
  const { isChanged } = savedViews;
  const active = savedViews.active ?? savedViews.activeShipped;
  return (
    <>
      <Button
        ref={setButton}
        color="inherit"
        variant="outlined"
        startIcon={<BookmarkIcon />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={active ? `Saved views: ${active.name}${isChanged ? ', changed' : ''}` : 'Saved views'}
        onClick={() => setOpen(true)}
        sx={{ borderColor: 'divider', maxWidth: 220, whiteSpace: 'nowrap' }}
      >
        <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {active?.name ?? 'Views'}
        </Box>
        {isChanged && (
          <Box component="span" sx={{ color: 'text.secondary', pl: 1, fontStyle: 'italic' }}>
            changed
          </Box>
        )}
      </Button>
      <Suspense>
        {isOpen && button && (
          <SavedViewsPopover
            anchor={button}
            savedViews={savedViews}
            shipped={shipped}
            onName={setNaming}
            onClose={() => setOpen(false)}
          />
        )}
        {naming && (
          <SavedViewNameDialog
            title={naming === 'new' ? 'Save current view' : `Rename ${naming.name}`}
            name={naming === 'new' ? '' : naming.name}
            onSave={(name) => (naming === 'new' ? savedViews.save(name) : savedViews.rename(naming, name))}
            onClose={() => {
              setNaming(undefined);
              button?.focus();
            }}
          />
        )}
      </Suspense>
    </>
  );
};
