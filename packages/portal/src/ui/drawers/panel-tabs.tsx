import ErrorOutlinedIcon from '@mui/icons-material/ErrorOutlined';
import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { TabFaults } from '../forms/tab-faults.tsx';

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

interface TabLabelProps {
  readonly tab: PanelTab;
  readonly isFaulty: boolean;
}

const TabLabel = ({ tab: { label, count }, isFaulty }: TabLabelProps) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
    <Badge
      badgeContent={count ?? 0}
      color="primary"
      sx={count ? { pr: 4, '& .MuiBadge-badge': { right: 4, top: 10 } } : {}}
    >
      {label}
    </Badge>
    {isFaulty && <ErrorOutlinedIcon color="error" titleAccess="has errors" sx={{ fontSize: 16 }} />}
  </Box>
);

const firstFault = (panel: Element | null): HTMLElement | null => panel?.querySelector('[aria-invalid="true"]') ?? null;

/**
 * Tabs of a panel. A tab is built when it is first opened and then kept with what was typed in it. Within a form, a tab
 * with errors bears a mark, and one that hides them opens when the form cannot be saved.
 */
export const PanelTabs = ({ label, tabs, value, onChange }: PanelTabsProps) => {
  const id = useId();
  const open = tabs.find((tab) => tab.key === value)?.key ?? tabs[0]?.key ?? '';
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set([open]));
  if (!visited.has(open)) setVisited(new Set([...visited, open]));
  const [faulty, setFaulty] = useState<readonly string[]>([]);
  const opensForFault = useRef(false);
  const isInForm = (useFormContext() as object | null) !== null;

  const panelOf = (key: string): Element | null => document.getElementById(`${id}-panel-${key}`);
  const findFaulty = (): readonly string[] =>
    tabs.filter(({ key }) => firstFault(panelOf(key)) !== null).map(({ key }) => key);
  const showFault = (keys: readonly string[]): void => {
    const [first] = keys;
    if (first === undefined || keys.includes(open)) return;
    opensForFault.current = true;
    onChange(first);
  };

  useEffect(() => {
    if (!opensForFault.current) return;
    opensForFault.current = false;
    firstFault(document.getElementById(`${id}-panel-${open}`))?.focus();
  }, [id, open]);

  return (
    <>
      <Tabs
        value={open}
        onChange={(_, key: string) => onChange(key)}
        aria-label={label}
        variant="scrollable"
        scrollButtons="auto"
        sx={{
          mt: -4,
          mb: 4,
          mx: -2,
          borderBottom: 1,
          borderColor: 'divider',
          '& .MuiTab-root': { minWidth: 0, px: { xs: 2, lg: 4 } },
        }}
      >
        {tabs.map((tab) => (
          <Tab
            key={tab.key}
            value={tab.key}
            id={`${id}-tab-${tab.key}`}
            aria-controls={`${id}-panel-${tab.key}`}
            label={<TabLabel tab={tab} isFaulty={faulty.includes(tab.key)} />}
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
      {isInForm && (
        <TabFaults
          find={findFaulty}
          onFaults={(keys) => {
            if (keys.join() !== faulty.join()) setFaulty(keys);
          }}
          onRefused={showFault}
        />
      )}
    </>
  );
};
