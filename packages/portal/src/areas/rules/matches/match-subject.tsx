import Typography from '@mui/material/Typography';
import { formatDate } from '../../../lib/dates.ts';
import { matchName, type RuleMatch } from '../rule-match.ts';
import type { SilenceRow } from '../silences/silence.ts';

interface MatchSubjectProps {
  readonly match: RuleMatch;
  /** The silence that suppresses its actions; absent without one. */
  readonly silence: SilenceRow | undefined;
}

/** What a match is about, with what people and windows have done to it. */
export const MatchSubject = ({ match, silence }: MatchSubjectProps) => {
  const notes = [
    ...(match.inMaintenance ? ['In maintenance'] : []),
    ...(match.acknowledgedBy ? [`Acknowledged by ${match.acknowledgedBy}`] : []),
    ...(silence ? [`Silenced until ${formatDate(silence.until)}: ${silence.reason}`] : []),
    ...(match.endedBy ? [`${match.endedBy}: ${match.endNote ?? ''}`] : []),
  ];
  return (
    <>
      {matchName(match)}
      {notes.map((note) => (
        <Typography key={note} variant="caption" color="textSecondary" component="p">
          {note}
        </Typography>
      ))}
    </>
  );
};
