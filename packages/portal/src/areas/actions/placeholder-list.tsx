import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { copyText } from '../../lib/copy-text.ts';
import { notify } from '../../lib/notify.ts';
import { monospace } from '../../ui/theme/theme.ts';
import type { PlaceholderGroup } from './placeholder-names.ts';

const copy = async (placeholder: string): Promise<void> => {
  if (await copyText(placeholder)) notify.info('copied to clipboard.');
};

/** The placeholders that an action may contain; a click copies one. */
export const PlaceholderList = ({ groups }: { readonly groups: readonly PlaceholderGroup[] }) => (
  <Box component="section" aria-label="Placeholders" sx={{ gridColumn: '1 / -1', display: 'grid', gap: 3 }}>
    <div>
      <Typography variant="h3">Placeholders</Typography>
      <Typography variant="caption" color="textSecondary" component="p">
        Type {'{{'} in the URL, the headers or the body to choose one, or press one here to copy it. Placeholders are
        case-sensitive.
      </Typography>
    </div>
    {groups.map(({ title, names, note }) => (
      <div key={title}>
        <Typography component="h4" sx={{ fontSize: 13, color: 'text.secondary', mb: 1 }}>
          {title}
        </Typography>
        <Box
          component="ul"
          aria-label={title}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, listStyle: 'none', m: 0, p: 0 }}
        >
          {names.map((name) => (
            <li key={name}>
              <Chip
                size="small"
                variant="outlined"
                label={`{{${name}}}`}
                aria-label={`Copy {{${name}}}`}
                onClick={() => void copy(`{{${name}}}`)}
                sx={{ fontFamily: monospace, fontSize: 12 }}
              />
            </li>
          ))}
        </Box>
        {note && (
          <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 1 }}>
            {note}
          </Typography>
        )}
      </div>
    ))}
  </Box>
);
