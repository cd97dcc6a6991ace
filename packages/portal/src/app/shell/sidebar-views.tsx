import Box from '@mui/material/Box';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import { Link, useLocation, useSearch } from '@tanstack/react-router';
import type { AddressQuery } from '../../lib/address-query.ts';
import { viewParameter } from '../../lib/lists/saved-views.ts';
import { useScreenAddress } from '../../lib/tenant/use-tenant.ts';
import type { MenuView } from './use-menu-views.ts';

interface SidebarViewsProps {
  /** The label of the entry. */
  readonly of: string;
  readonly path: string;
  readonly views: readonly MenuView[];
  readonly onChosen: () => void;
}

/** The views below a menu entry, each with its count. */
export const SidebarViews = ({ of, path, views, onChosen }: SidebarViewsProps) => {
  const screen = useScreenAddress();
  const here = useLocation({ select: (location) => location.pathname.toLowerCase() });
  const chosen = useSearch({ strict: false, select: (query: AddressQuery) => query[viewParameter] });
  const address = screen(path);
  const active = here === address.toLowerCase() ? chosen : undefined;
  return (
    <List dense disablePadding aria-label={`Views of ${of}`}>
      {views.map(({ key, label, query: viewQuery, count }) => (
        <ListItem key={key} disablePadding>
          <ListItemButton
            component={Link}
            to={`${address}?${viewQuery}`}
            selected={key === active}
            aria-current={key === active ? 'page' : undefined}
            aria-label={label}
            {...(count === undefined ? {} : { 'aria-description': `${count} work units` })}
            onClick={onChosen}
            sx={{ borderRadius: 1, minHeight: 28, py: 0, pl: '40px', pr: 2 }}
          >
            <ListItemText primary={label} slotProps={{ primary: { noWrap: true, variant: 'body2' } }} />
            <Box component="span" sx={{ color: 'text.secondary', fontSize: 12, pl: 2 }}>
              {count ?? ''}
            </Box>
          </ListItemButton>
        </ListItem>
      ))}
    </List>
  );
};
