import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { SidePanel } from '../../ui/drawers/side-panel.tsx';
import { IntakeVersions } from './intake-versions.tsx';
import { LivePreview } from './live-preview.tsx';

interface IntakeEditorProps {
  /** `undefined` for a tenant that is not stored yet. */
  readonly tenantId: string | undefined;
  readonly text: string;
  readonly isReadOnly: boolean;
  readonly onLoad: (text: string) => void;
  readonly onClose: () => void;
  /** The text field of the schema. */
  readonly children: ReactNode;
}

/** The schema of an intake form next to a live preview of its wizard. */
export const IntakeEditor = ({ tenantId, text, isReadOnly, onLoad, onClose, children }: IntakeEditorProps) => (
  <SidePanel
    title="Intake Wizard Form"
    width="100vw"
    onClose={onClose}
    footer={
      <>
        {tenantId !== undefined && !isReadOnly && <IntakeVersions tenantId={tenantId} onLoad={onLoad} />}
        <Box sx={{ flexGrow: 1 }} />
        <Button variant="contained" onClick={onClose}>
          Done
        </Button>
      </>
    }
  >
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' },
        gap: 6,
        alignItems: 'start',
      }}
    >
      {children}
      <LivePreview text={text} />
    </Box>
  </SidePanel>
);
