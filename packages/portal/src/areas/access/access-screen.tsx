import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useId } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
import { Page } from '../../ui/page.tsx';
import { GrantsTab } from './grants-tab.tsx';
import { PeopleTab } from './people-tab.tsx';
import { RolesTab } from './roles-tab.tsx';

const tabs = [
  { key: 'people', label: 'People', Content: PeopleTab },
  { key: 'roles', label: 'Roles', Content: RolesTab },
  { key: 'grants', label: 'Groups & Grants', Content: GrantsTab },
] as const;

/** Who may do what. Each tab is a list of its own, so the address of one says nothing about the others. */
export const AccessScreen = () => {
  const [query, patch] = useAddressQuery();
  const id = useId();
  const open = tabs.find(({ key }) => key === query['tab']) ?? tabs[0];
  const choose = (tab: string): void => {
    const forgotten = Object.fromEntries(Object.keys(query).map((name) => [name, undefined]));
    patch({ ...forgotten, tab: tab === tabs[0].key ? undefined : tab });
  };
  return (
    <Page
      title="Access"
      help="People are invited by mail. A grant gives a person, or a group of the identity provider, a role in one tenant or in all."
    >
      <Tabs
        value={open.key}
        onChange={(_, tab: string) => choose(tab)}
        aria-label="Access"
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
        {tabs.map(({ key, label }) => (
          <Tab key={key} value={key} label={label} id={`${id}-${key}`} aria-controls={`${id}-panel`} />
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
    </Page>
  );
};
