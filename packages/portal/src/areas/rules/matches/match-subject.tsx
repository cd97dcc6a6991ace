import Typography from '@mui/material/Typography';
import { formatDate } from '../../../lib/texts/dates.ts';
import { matchName, type RuleMatch } from '../rule-match.ts';
import type { SilenceRow } from '../silences/silence.ts';

interface MatchSubjectProps {
  readonly match: RuleMatch;
  /** The silence that suppresses its actions; `undefined` if there is none. */
  readonly silence: SilenceRow | undefined;
}

/** The subject of a match, with its maintenance, acknowledgement, silence and manual end. */
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
