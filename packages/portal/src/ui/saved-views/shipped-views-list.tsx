import CheckIcon from '@mui/icons-material/Check';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import type { ShippedView } from '@cfs/contracts/shipped-views';

/** The views that everybody has of a list, with their counts by key. */
export interface ShippedViewSet {
  readonly views: readonly ShippedView[];
  readonly counts: ReadonlyMap<string, string>;
}

interface ShippedViewsListProps {
  readonly shipped: ShippedViewSet;
  readonly activeKey: string | undefined;
  readonly onApply: (view: ShippedView) => void;
}

/** The views that everybody has, before the person's own. */
export const ShippedViewsList = ({ shipped: { views, counts }, activeKey, onApply }: ShippedViewsListProps) => (
  <List aria-label="Shipped views" sx={{ py: 1, borderBottom: 1, borderColor: 'divider', flexShrink: 0 }}>
    {views.map((view) => (
      <ListItem key={view.key} disablePadding>
        <ListItemButton
          dense
          selected={view.key === activeKey}
          aria-current={view.key === activeKey ? 'true' : undefined}
          onClick={() => onApply(view)}
        >
          <ListItemIcon sx={{ minWidth: 28, color: 'primary.main' }}>
            {view.key === activeKey && <CheckIcon fontSize="small" />}
          </ListItemIcon>
          <ListItemText primary={view.name} slotProps={{ primary: { noWrap: true } }} />
          <Typography variant="body2" color="textSecondary">
            {counts.get(view.key) ?? ''}
          </Typography>
        </ListItemButton>
      </ListItem>
    ))}
  </List>
);
