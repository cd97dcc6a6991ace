import type { DryRunEffect as Effect } from '@cfs/contracts/dry-run';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { RecordedRequest, SentText } from '../history/recorded-request.tsx';
import { mailHead, workUnitText } from './dry-run-words.ts';

/** Shows the effect of an action in a dry run, with its placeholders filled in. */
export const DryRunEffect = ({ effect }: { readonly effect: Effect }) => {
  switch (effect.kind) {
    case 'http':
      return <RecordedRequest request={effect} />;
    case 'mail':
      return (
        <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
          <SentText label="Mail" text={mailHead(effect)} />
          <SentText label="Text" text={effect.text} />
          {effect.staysInOutbox && (
            <Typography variant="body2" color="textSecondary">
              The mail stays in the outbox: no mail server is configured.
            </Typography>
          )}
        </Box>
      );
    case 'color':
      return (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          <Box
            aria-hidden
            sx={{ width: 24, height: 24, border: 1, borderColor: 'divider', borderRadius: 1 }}
            style={{ backgroundColor: `#${effect.color}` }}
          />
          #{effect.color}
        </Box>
      );
    case 'workUnit':
      return <SentText label={effect.notedIn === null ? 'Work unit' : 'Note'} text={workUnitText(effect)} />;
  }
};
