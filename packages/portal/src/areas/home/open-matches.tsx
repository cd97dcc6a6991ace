import Typography from '@mui/material/Typography';
import type { Home } from '@cfs/contracts/home';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { openMatchesLink } from './home-links.ts';
import { HomeSection } from './home-section.tsx';
import { ShareRows } from './share-rows.tsx';

type RuleFigures = NonNullable<Home['rules']>;

/** The rules with the most open matches. */
export const OpenMatches = ({ rules: { matches, byRule } }: { readonly rules: RuleFigures }) => {
  const [first] = byRule;
  const others = matches - byRule.reduce((sum, { count }) => sum + count, 0);
  return (
    <HomeSection title="Active matches by rule" path="/rules">
      {first ? (
        <ShareRows
          label="Active matches by rule"
          rows={byRule.map(({ ruleId, name, count }) => ({
            name,
            count,
            share: count / first.count,
            path: openMatchesLink(ruleId),
          }))}
        />
      ) : (
        <EmptyState title="No active matches" hint="No rule's conditions hold right now." />
      )}
      {others > 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
          {`${others} more of other rules`}
        </Typography>
      )}
    </HomeSection>
  );
};
