import Typography from '@mui/material/Typography';
import { matchEndReasons } from '@cfs/contracts/rule-matches';
import { enumName } from '../../../lib/texts/enumerations.ts';
import { StateLabel } from '../../../ui/text/state-label.tsx';
import { isActive, type RuleMatch } from '../rule-match.ts';

const endWords: Readonly<Record<string, string>> = {
  Expired: 'Expired',
  Superseded: 'Superseded',
  OverWhenFound: 'Expired when found',
  ByHand: 'Ended manually',
};

/** Whether a match is active, and otherwise why it ended. */
export const MatchState = ({ match }: { readonly match: RuleMatch }) => {
  const isOpen = isActive(match);
  const reason = isOpen || match.endReason === null ? undefined : endWords[enumName(matchEndReasons, match.endReason)];
  return (
    <>
      <StateLabel tone={isOpen ? 'bad' : 'muted'}>{isOpen ? 'Active' : 'Inactive'}</StateLabel>
      {reason && (
        <Typography variant="caption" color="textSecondary" component="p">
          {reason}
        </Typography>
      )}
    </>
  );
};
