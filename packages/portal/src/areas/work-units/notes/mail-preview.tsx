import type { EmailPreview } from '@cfs/contracts/email-templates';
import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { monospace } from '../../../ui/theme/theme.ts';

const height = 320;

/** A mail as it would be sent: its header, and its body as HTML in a frame that runs no scripts, or as plain text. */
export const MailPreview = ({ mail }: { readonly mail: Omit<EmailPreview, 'body'> }) => {
  const [form, setForm] = useState<'html' | 'text'>('html');
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const head = [
    ['To', mail.to],
    ['Cc', mail.cc],
    ['Bcc', mail.bcc],
    ['Subject', mail.subject],
  ].filter(([, value]) => value !== '');
  return (
    <Box
      ref={section}
      component="section"
      aria-label="Mail preview"
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, p: 3, borderBottom: 1, borderColor: 'divider' }}>
        <Box component="dl" sx={{ flex: '1 1 200px', display: 'grid', gridTemplateColumns: 'auto 1fr', gap: 1, m: 0 }}>
          {head.map(([name, value]) => (
            <Box key={name} sx={{ display: 'contents' }}>
              <Typography component="dt" variant="body2" color="textSecondary">
                {name}
              </Typography>
              <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
                {value}
              </Typography>
            </Box>
          ))}
        </Box>
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label="Form of the mail"
          value={form}
          onChange={(_, chosen: 'html' | 'text' | null) => chosen && setForm(chosen)}
          sx={{ alignSelf: 'flex-start' }}
        >
          <ToggleButton value="html">HTML</ToggleButton>
          <ToggleButton value="text">Plain text</ToggleButton>
        </ToggleButtonGroup>
      </Box>
      {form === 'html' ? (
        <Box
          component="iframe"
          sandbox=""
          title="Mail as HTML"
          src={mail.previewUrl}
          sx={{ display: 'block', width: 1, height, border: 0, bgcolor: 'common.white' }}
        />
      ) : (
        <Box
          component="pre"
          tabIndex={0}
          aria-label="Mail as plain text"
          sx={{ m: 0, p: 3, height, overflow: 'auto', fontFamily: monospace, fontSize: 13, whiteSpace: 'pre-wrap' }}
        >
          {mail.text}
        </Box>
      )}
    </Box>
  );
};
