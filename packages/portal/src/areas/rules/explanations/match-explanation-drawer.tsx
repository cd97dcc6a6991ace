import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { explainedHits, type MatchExplanation } from '@cfs/contracts/rule-explanations';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/api-client.ts';
import { SidePanel } from '../../../ui/drawers/side-panel.tsx';
import { QueryResult } from '../../../ui/feedback/query-result.tsx';
import { PlainTable } from '../../../ui/grid/plain-table.tsx';
import { DateTime } from '../../../ui/text/date-time.tsx';
import { ruleMatchSet } from '../matches/rule-match-set.ts';
import { AlternativesTable } from './alternatives-table.tsx';
import { Section } from './section.tsx';

const Explanation = ({ explanation }: { readonly explanation: MatchExplanation }) => {
  const { events, opening, hits, matchCount, isRuleChanged, isComplete } = explanation;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 5 }}>
      {isRuleChanged && (
        <Alert severity="info">
          The rule was changed after the match opened. The conditions below are the current ones.
        </Alert>
      )}
      <Section title="What happened">
        <Box component="ol" sx={{ m: 0, pl: 4, display: 'flex', flexDirection: 'column', gap: 2 }}>
          {events.map(({ at, text }) => (
            <li key={`${at} ${text}`}>
              <Typography variant="body2">
                <DateTime time={at} /> {text}
              </Typography>
            </li>
          ))}
        </Box>
      </Section>
      {opening.length > 0 && (
        <Section title="Why it opened">
          <AlternativesTable label="Conditions on the opening packet" alternatives={opening} />
        </Section>
      )}
      <Section title={`Hits (${matchCount})`}>
        {hits.length > 0 ? (
          <PlainTable
            label="Hits"
            rowKey={({ timestamp }) => timestamp}
            columns={[
              { header: 'Time', cell: ({ timestamp }) => <DateTime time={timestamp} /> },
              { header: 'Value', cell: ({ value }) => value ?? '–' },
            ]}
            rows={hits}
            maxHeight={360}
          />
        ) : (
          <Typography variant="body2" color="textSecondary">
            No stored packet of this match satisfies the current conditions.
          </Typography>
        )}
        {!isComplete && (
          <Typography variant="caption" color="textSecondary" component="p">
            The newest {Math.min(hits.length, explainedHits)} hits are listed.
          </Typography>
        )}
      </Section>
    </Box>
  );
};

/** Why a match opened, its hits, and why it ended or is still open. */
export const MatchExplanationDrawer = ({
  ruleMatchId,
  onClose,
}: {
  readonly ruleMatchId: string;
  readonly onClose: () => void;
}) => {
  const query = useQuery({
    queryKey: [ruleMatchSet, ruleMatchId, 'explanation'],
    queryFn: ({ signal }) => api.get<MatchExplanation>(`${ruleMatchSet}/${ruleMatchId}/explanation`, { signal }),
  });
  return (
    <SidePanel title={query.data ? `Explain: ${query.data.label}` : 'Explain'} onClose={onClose}>
      <QueryResult query={query}>{(explanation) => <Explanation explanation={explanation} />}</QueryResult>
    </SidePanel>
  );
};
