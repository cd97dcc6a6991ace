import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useId, useState, type ReactNode } from 'react';

export interface PanelTab {
  readonly key: string;
  readonly label: string;
  /** A number beside the label; nothing at zero. */
  readonly count?: number | undefined;
  readonly content: ReactNode;
}

interface PanelTabsProps {
  readonly label: string;
  readonly tabs: readonly PanelTab[];
  /** The key of the open tab; anything unknown opens the first. */
  readonly value: string | undefined;
  readonly onChange: (key: string) => void;
}

/** Tabs of a panel. A tab is built when it is first opened and then kept with what was typed in it. */
export const PanelTabs = ({ label, tabs, value, onChange }: PanelTabsProps) => {
  const id = useId();
  const open = tabs.find((tab) => tab.key === value)?.key ?? tabs[0]?.key ?? '';
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set([open]));
  if (!visited.has(open)) setVisited(new Set([...visited, open]));
  return (
    <>
      <Tabs
        value={open}
        onChange={(_, key: string) => onChange(key)}
        aria-label={label}
        variant="scrollable"
        scrollButtons="auto"
        sx={{ mt: -4, mb: 4, mx: -2, borderBottom: 1, borderColor: 'divider' }}
      >
        {tabs.map((tab) => (
          <Tab
            key={tab.key}
            value={tab.key}
            id={`${id}-tab-${tab.key}`}
            aria-controls={`${id}-panel-${tab.key}`}
            label={
              <Badge
                badgeContent={tab.count ?? 0}
                color="primary"
                sx={tab.count ? { pr: 4, '& .MuiBadge-badge': { right: 4, top: 10 } } : {}}
              >
                {tab.label}
              </Badge>
            }
          />
        ))}
      </Tabs>
      {tabs.map((tab) => (
        <Box
          key={tab.key}
          role="tabpanel"
          id={`${id}-panel-${tab.key}`}
          aria-labelledby={`${id}-tab-${tab.key}`}
          hidden={tab.key !== open}
        >
          {visited.has(tab.key) && tab.content}
        </Box>
      ))}
    </>
  );
};
