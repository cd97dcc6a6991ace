import Badge from '@mui/material/Badge';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { Link, useLocation } from '@tanstack/react-router';
import { memo, useId } from 'react';
import { useScreenAddress } from '../../lib/tenant/use-tenant.ts';
import { menuIcons } from './menu-icons.tsx';
import type { MenuGroup } from './menu.ts';
import { SidebarViews } from './sidebar-views.tsx';
import type { MenuView } from './use-menu-views.ts';
import type { MenuMark } from './use-menu-marks.ts';

/** Scrolls the entry of the current screen into view. */
const showEntry = (entry: HTMLElement | null): void => entry?.scrollIntoView({ block: 'nearest' });

const maxShownCount = 99;
/** Small enough to leave the icon visible. */
const overIcon = { '& .MuiBadge-badge': { height: 16, minWidth: 16, px: '4px', fontSize: 10 } } as const;
/** Aligned with the counts of the views. */
const besideLabel = { ml: 2, '& .MuiBadge-badge': { position: 'static', transform: 'none' } } as const;

interface SidebarGroupProps {
  readonly group: MenuGroup;
  readonly marks: ReadonlyMap<string, MenuMark>;
  /** The views below entries, by the path of the entry. */
  readonly views: ReadonlyMap<string, readonly MenuView[]>;
  readonly showsLabels: boolean;
  readonly onChosen: () => void;
}

const Group = ({ group, marks, views, showsLabels, onChosen }: SidebarGroupProps) => {
  const headingId = useId();
  const screen = useScreenAddress();
  const here = useLocation({ select: (location) => location.pathname.toLowerCase() });
  return (
    <>
      {showsLabels ? (
        <Typography
          id={headingId}
          variant="caption"
          component="h2"
          sx={{ px: 4, pt: 3, pb: 1, color: 'text.secondary', fontWeight: 600 }}
        >
          {group.label}
        </Typography>
      ) : null}
      <List
        dense
        disablePadding
        {...(showsLabels ? { 'aria-labelledby': headingId } : { 'aria-label': group.label })}
        sx={{ px: 2, pb: 2 }}
      >
        {group.items.map(({ label, path, icon }) => {
          const Icon = menuIcons[icon];
          const mark = marks.get(path);
          const address = screen(path);
          const entryViews = showsLabels ? views.get(path) : undefined;
          const isCurrent = here === address.toLowerCase() || here.startsWith(`${address.toLowerCase()}/`);
          return (
            <ListItem key={path} disablePadding sx={{ display: 'block' }}>
              <Tooltip
                title={[...(showsLabels ? [] : [label]), ...(mark ? [mark.description] : [])].join(': ')}
                placement="right"
              >
                <ListItemButton
                  component={Link}
                  to={address}
                  ref={isCurrent ? showEntry : null}
                  selected={isCurrent}
                  aria-current={isCurrent ? 'page' : undefined}
                  aria-label={label}
                  {...(mark ? { 'aria-description': mark.description } : {})}
                  onClick={onChosen}
                  sx={{ borderRadius: 1, minHeight: 34, px: 2 }}
                >
                  <ListItemIcon
                    sx={{ minWidth: showsLabels ? 32 : 0, color: isCurrent ? 'primary.main' : 'text.secondary' }}
                  >
                    {mark && !showsLabels ? (
                      <Badge badgeContent={mark.count} max={maxShownCount} color="error" sx={overIcon}>
                        <Icon fontSize="small" />
                      </Badge>
                    ) : (
                      <Icon fontSize="small" />
                    )}
                  </ListItemIcon>
                  {showsLabels && (
                    <ListItemText
                      primary={label}
                      slotProps={{
                        primary: { noWrap: true, variant: 'body2', sx: { fontWeight: isCurrent ? 600 : 400 } },
                      }}
                    />
                  )}
                  {mark && showsLabels && (
                    <Badge badgeContent={mark.count} max={maxShownCount} color="error" sx={besideLabel} />
                  )}
                </ListItemButton>
              </Tooltip>
              {entryViews && <SidebarViews of={label} path={path} views={entryViews} onChosen={onChosen} />}
            </ListItem>
          );
        })}
      </List>
    </>
  );
};

/**
 * A group of the menu with its entries, and the views below them. Memoized: the shell renders at every change of the
 * URL.
 */
export const SidebarGroup = memo(Group);
