import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useId, type ComponentType } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';

export interface ScreenTab {
  readonly key: string;
  readonly label: string;
  readonly Content: ComponentType;
}

interface ScreenTabsProps {
  readonly label: string;
  /** The first one needs no query parameter. */
  readonly tabs: readonly [ScreenTab, ...ScreenTab[]];
}

/** Tabs of a screen. Each is a list of its own: switching removes all other query parameters. */
export const ScreenTabs = ({ label, tabs }: ScreenTabsProps) => {
  const [query, patch] = useAddressQuery();
  const id = useId();
  const open = tabs.find(({ key }) => key === query['tab']) ?? tabs[0];
  const choose = (tab: string): void => {
    const removed = Object.fromEntries(Object.keys(query).map((name) => [name, undefined]));
    patch({ ...removed, tab: tab === tabs[0].key ? undefined : tab });
  };
  return (
    <>
      <Tabs
        value={open.key}
        onChange={(_, tab: string) => choose(tab)}
        aria-label={label}
        variant="scrollable"
        scrollButtons={false}
        sx={{
          flexShrink: 0,
          minHeight: 36,
          borderBottom: 1,
          borderColor: 'divider',
          '& .MuiTab-root': { minHeight: 36 },
        }}
      >
        {tabs.map((tab) => (
          <Tab key={tab.key} value={tab.key} label={tab.label} id={`${id}-${tab.key}`} aria-controls={`${id}-panel`} />
        ))}
      </Tabs>
      <Box
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${open.key}`}
        sx={{ display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0, gap: 3 }}
      >
        <open.Content key={open.key} />
      </Box>
    </>
  );
};
