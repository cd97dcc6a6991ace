import ErrorOutlinedIcon from '@mui/icons-material/ErrorOutlined';
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { TabErrors } from '../forms/tab-errors.tsx';

export interface PanelTab {
  readonly key: string;
  readonly label: string;
  /** The badge of the label; hidden at zero. */
  readonly count?: number | undefined;
  readonly content: ReactNode;
}

interface PanelTabsProps {
  readonly label: string;
  readonly tabs: readonly PanelTab[];
  /** The key of the open tab; an unknown key opens the first. */
  readonly value: string | undefined;
  readonly onChange: (key: string) => void;
}

interface TabLabelProps {
  readonly tab: PanelTab;
  readonly hasErrors: boolean;
}

const TabLabel = ({ tab: { label, count }, hasErrors }: TabLabelProps) => (
  <Box
    sx={{
      display: 'flex',
      alignItems: 'center',
      gap: 1,
      '& .tab-count': {
        minWidth: 20,
        px: '6px',
        borderRadius: '10px',
        bgcolor: 'primary.main',
        color: 'primary.contrastText',
        fontSize: 12,
        lineHeight: '20px',
      },
    }}
  >
    {label}
    {count !== undefined && count > 0 && <span className="tab-count"> {count}</span>}
    {hasErrors && <ErrorOutlinedIcon color="error" titleAccess="has errors" sx={{ fontSize: 16 }} />}
  </Box>
);

const firstInvalidField = (panel: Element | null): HTMLElement | null =>
  panel?.querySelector('[aria-invalid="true"]') ?? null;

/**
 * Tabs of a panel. A tab mounts when it is first opened and stays mounted, so that it keeps its state. Within a form,
 * tabs with invalid fields are marked, and one of them opens when a submit fails and no visible field is invalid.
 */
export const PanelTabs = ({ label, tabs, value, onChange }: PanelTabsProps) => {
  const id = useId();
  const open = tabs.find((tab) => tab.key === value)?.key ?? tabs[0]?.key ?? '';
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set([open]));
  if (!visited.has(open)) setVisited(new Set([...visited, open]));
  const [tabsWithErrors, setTabsWithErrors] = useState<readonly string[]>([]);
  const focusesInvalidField = useRef(false);
  const isInForm = (useFormContext() as object | null) !== null;

  const panelOf = (key: string): Element | null => document.getElementById(`${id}-panel-${key}`);
  const findTabsWithErrors = (): readonly string[] =>
    tabs.filter(({ key }) => firstInvalidField(panelOf(key)) !== null).map(({ key }) => key);
  const openTabWithError = (keys: readonly string[]): void => {
    const [first] = keys;
    if (first === undefined || keys.includes(open)) return;
    focusesInvalidField.current = true;
    onChange(first);
  };

  useEffect(() => {
    if (!focusesInvalidField.current) return;
    focusesInvalidField.current = false;
    firstInvalidField(document.getElementById(`${id}-panel-${open}`))?.focus();
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
            label={<TabLabel tab={tab} hasErrors={tabsWithErrors.includes(tab.key)} />}
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
        <TabErrors
          find={findTabsWithErrors}
          onChange={(keys) => {
            if (keys.join() !== tabsWithErrors.join()) setTabsWithErrors(keys);
          }}
          onRefused={openTabWithError}
        />
      )}
    </>
  );
};
