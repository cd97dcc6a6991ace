import AddIcon from '@mui/icons-material/Add';
import SaveIcon from '@mui/icons-material/SaveOutlined';
import UndoIcon from '@mui/icons-material/RestartAltOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import type { SavedView } from '@cfs/contracts/saved-views';
import { notifyProblem } from '../../lib/notify-problem.ts';
import { useAsk } from '../feedback/confirm.tsx';
import { SavedViewRow, type SavedViewAction } from './saved-view-row.tsx';
import { notifyWithUndo } from '../feedback/undo-toast.tsx';
import { ShippedViewsList, type ShippedViewSet } from './shipped-views-list.tsx';
import type { SavedViews } from './use-saved-views.ts';

interface SavedViewsPopoverProps {
  readonly anchor: HTMLElement;
  readonly savedViews: SavedViews;
  readonly shipped: ShippedViewSet | undefined;
  /** Opens the name dialog. */
  readonly onName: (view: SavedView | 'new') => void;
  readonly onClose: () => void;
}

/** Shows why a call failed as a toast. */
const attempt = async (work: () => Promise<unknown>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    notifyProblem(error);
  }
};

/** Truncates a long label. */
const Truncated = ({ children }: { readonly children: string }) => (
  <Box component="span" title={children} sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
    {children}
  </Box>
);

/** The list of saved views with their menus, and the actions on the current view. */
export const SavedViewsPopover = ({ anchor, savedViews, shipped, onName, onClose }: SavedViewsPopoverProps) => {
  const ask = useAsk();
  const { views, active, isChanged, isDefault } = savedViews;

  const name = (view: SavedView | 'new') => () => {
    onClose();
    onName(view);
  };

  const remove = async (view: SavedView): Promise<void> => {
    const question = { title: 'Delete View', text: `Delete the view ${view.name}?`, yes: 'Delete', no: 'Cancel' };
    if ((await ask({ ...question, isDestructive: true })) === undefined) return;
    await attempt(async () => {
      const restore = await savedViews.remove(view);
      notifyWithUndo(`The view ${view.name} was deleted.`, () => void attempt(restore));
    });
  };

  const actionsOf = (view: SavedView, index: number): readonly SavedViewAction[] => [
    { label: 'Rename…', onClick: name(view) },
    isDefault(view)
      ? { label: 'No longer default', onClick: () => savedViews.setDefault(undefined) }
      : { label: 'Set as default', onClick: () => savedViews.setDefault(view) },
    ...(index > 0 ? [{ label: 'Move up', onClick: () => void attempt(() => savedViews.move(view, index - 1)) }] : []),
    ...(index < views.length - 1
      ? [{ label: 'Move down', onClick: () => void attempt(() => savedViews.move(view, index + 1)) }]
      : []),
    { label: 'Delete…', onClick: () => void remove(view) },
  ];

  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': 'Saved views',
          variant: 'outlined',
          sx: { width: 320, display: 'flex', flexDirection: 'column', mt: 1 },
        },
      }}
    >
      {shipped && (
        <ShippedViewsList
          shipped={shipped}
          activeKey={savedViews.activeShipped?.key}
          onApply={(view) => {
            savedViews.applyShipped(view);
            onClose();
          }}
        />
      )}
      {views.length > 0 ? (
        <List aria-label="Saved views" sx={{ maxHeight: 360, overflow: 'auto', py: 1 }}>
          {views.map((view, index) => (
            <SavedViewRow
              key={view.savedViewId}
              name={view.name}
              isActive={view === active}
              isDefault={isDefault(view)}
              onApply={() => {
                savedViews.apply(view);
                onClose();
              }}
              actions={actionsOf(view, index)}
            />
          ))}
        </List>
      ) : (
        <Typography variant="body2" color="textSecondary" role="status" sx={{ p: 4 }}>
          {savedViews.error
            ? 'Your views could not be loaded.'
            : savedViews.isLoaded
              ? 'No views yet. Set filters, sorting and columns, then save them here to find them again.'
              : 'Loading…'}
        </Typography>
      )}
      <Box
        sx={{
          display: 'flex',
          flexDirection: 'column',
          alignItems: 'flex-start',
          p: 2,
          gap: 1,
          '& > button': { maxWidth: 1 },
          borderTop: 1,
          borderColor: 'divider',
        }}
      >
        {savedViews.error && !savedViews.isLoaded && <Button onClick={savedViews.retry}>Try again</Button>}
        <Button startIcon={<AddIcon />} onClick={name('new')}>
          Save current view…
        </Button>
        {active && isChanged && (
          <Button
            startIcon={<SaveIcon />}
            onClick={() => {
              void attempt(() => savedViews.update(active));
              onClose();
            }}
          >
            <Truncated>{`Update ${active.name}`}</Truncated>
          </Button>
        )}
        {active && (
          <Button
            startIcon={<UndoIcon />}
            onClick={() => {
              savedViews.leave();
              onClose();
            }}
          >
            <Truncated>{`Leave ${active.name}`}</Truncated>
          </Button>
        )}
      </Box>
    </Popover>
  );
};
