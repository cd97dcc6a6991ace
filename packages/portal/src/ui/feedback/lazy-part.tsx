import Typography from '@mui/material/Typography';
import { lazy, useEffect, useEffectEvent, type ComponentType } from 'react';
import { isMissingScript } from '../../lib/missing-scripts.ts';
import { useAsk } from './confirm.tsx';
import type { Question } from './confirm-dialog.tsx';
import { useReload } from './use-reload.ts';

const missingPartQuestion: Question = {
  title: 'Reload to continue',
  text: 'This part of the portal cannot be loaded: a newer version was installed, or the connection was lost. Reload the page to open it.',
  yes: 'Reload',
  no: 'Not now',
};

/** In place of a part whose script could not be loaded: offers to reload the page. */
const MissingPart = () => {
  const ask = useAsk();
  const reload = useReload();
  const offerReload = useEffectEvent(async () => {
    if ((await ask(missingPartQuestion)) !== undefined) await reload();
  });
  useEffect(() => void offerReload(), []);
  return (
    <Typography variant="body2" color="textSecondary">
      This part of the portal cannot be loaded. Reload the page to open it.
    </Typography>
  );
};

/**
 * A component whose script is loaded when it is first rendered. If the script cannot be loaded, it offers to reload the page
 * and leaves everything around it as it is.
 */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async (): Promise<{ readonly default: ComponentType<Props> }> => {
    try {
      return { default: await load() };
    } catch (error) {
      if (!isMissingScript(error)) throw error;
      return { default: MissingPart };
    }
  });
