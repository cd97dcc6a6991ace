import { recordedRequestSchema, type RecordedRequest as Recorded } from '@cfs/contracts/action-histories';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { CopyButton } from '../../../ui/text/copy-button.tsx';
import { monospace } from '../../../ui/theme/theme.ts';

/** Parses the request that an entry recorded; `undefined` if there is none, or if this version cannot parse it. */
export const recordedRequestOf = (request: string | null): Recorded | undefined => {
  if (request === null) return undefined;
  try {
    return recordedRequestSchema.safeParse(JSON.parse(request)).data;
  } catch {
    return undefined;
  }
};

/** A text as it was sent, with a button that copies it. */
export const SentText = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <Box sx={{ position: 'relative', border: 1, borderColor: 'divider', borderRadius: 1 }}>
    <Box
      component="pre"
      tabIndex={0}
      role="group"
      aria-label={label}
      sx={{
        m: 0,
        p: 2,
        pr: 10,
        maxHeight: 240,
        overflow: 'auto',
        fontFamily: monospace,
        fontSize: 12,
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
      }}
    >
      {text}
    </Box>
    <Box sx={{ position: 'absolute', top: 2, right: 2 }}>
      <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} done="Content copied successfully!" />
    </Box>
  </Box>
);

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <div>
    <Box sx={{ fontSize: 13, color: 'text.secondary', mb: 1 }}>{title}</Box>
    {children}
  </div>
);

/** Shows the request of an attempt, without secrets. */
export const RecordedRequest = ({ request }: { readonly request: Recorded }) => {
  if (request.kind === 'mail') {
    const { to, cc, bcc, subject, template } = request;
    const lines = [
      `To: ${to.join(', ')}`,
      ...(cc.length > 0 ? [`Cc: ${cc.join(', ')}`] : []),
      ...(bcc.length > 0 ? [`Bcc: ${bcc.join(', ')}`] : []),
      `Subject: ${subject}`,
      `Template: ${template}`,
    ];
    return <SentText label="Mail" text={lines.join('\n')} />;
  }
  const { method, url, headers, body } = request;
  const headerLines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
      <Part title="URL">
        <SentText label="URL" text={`${method} ${url}`} />
      </Part>
      <Part title="Headers">
        <SentText label="Headers" text={headerLines.join('\n')} />
      </Part>
      {body !== null && (
        <Part title="Body">
          <SentText label="Body" text={body} />
        </Part>
      )}
    </Box>
  );
};
