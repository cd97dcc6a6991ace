import { builtInActions } from '@cfs/contracts/action-enumerations';
import { backtestLimits, type Backtest, type BacktestMatch } from '@cfs/contracts/rule-backtests';
import type { RuleAction } from '@cfs/contracts/rules';
import type { CompiledRule } from '../evaluation/compile-rule.ts';
import type { ReplayedMatch } from './follow-matches.ts';

const keyOf = ({ subjectId, firstMatch }: ReplayedMatch): string => `${subjectId} ${firstMatch}`;

const toMatch = (match: ReplayedMatch, change: BacktestMatch['change'], name: string): BacktestMatch => ({
  subjectId: match.subjectId,
  name,
  firstMatch: new Date(match.firstMatch).toISOString(),
  lastMatch: new Date(match.lastMatch).toISOString(),
  expires: new Date(match.expires).toISOString(),
  matchCount: match.matchCount,
  end: match.end ?? null,
  change,
  hits: match.hits.map(({ time, value }) => ({ timestamp: new Date(time).toISOString(), value })),
});

const countActions = (actions: readonly RuleAction[], actionDefinitionId: string): number =>
  actions.filter(({ ActionDefinitionId }) => ActionDefinitionId === actionDefinitionId).length;

/** Counts the mails and work units that the matches of a rule would have caused. */
const createEffects = ({ rule }: CompiledRule, days: number) => {
  let begun = 0;
  let ended = 0;
  const perDay = (actionDefinitionId: string): number =>
    (begun * countActions(rule.matchActions, actionDefinitionId) +
      ended * countActions(rule.expirationActions, actionDefinitionId)) /
    days;
  return {
    add(matches: readonly ReplayedMatch[]): void {
      for (const { end } of matches) {
        if (end !== 'OverWhenFound') begun += 1;
        if (end === 'Expired') ended += 1;
      }
    },
    answer: () => ({
      mailsPerDay: perDay(builtInActions.sendEmail),
      workUnitsPerDay: perDay(builtInActions.createWorkUnit),
    }),
  };
};

/** The results of a back-test about the matches of both rules. */
export type ComparedMatches = Pick<Backtest, 'matches' | 'counts' | 'mailsPerDay' | 'workUnitsPerDay' | 'before'>;

/** Compares the matches of the edited rule with those of the saved one, subject by subject. Keeps only the earliest. */
export const compareMatches = (edited: CompiledRule, saved: CompiledRule | undefined, days: number) => {
  const counts = { New: 0, Gone: 0, Same: 0 };
  const effects = createEffects(edited, days);
  const effectsBefore = saved && createEffects(saved, days);
  let kept: { readonly match: ReplayedMatch; readonly change: BacktestMatch['change']; readonly name: string }[] = [];

  const keepFirst = (): void => {
    kept = kept.sort((one, other) => one.match.firstMatch - other.match.firstMatch).slice(0, backtestLimits.matches);
  };
  const keep = (match: ReplayedMatch, change: BacktestMatch['change'], name: string): void => {
    counts[change] += 1;
    kept.push({ match, change, name });
    if (kept.length >= 2 * backtestLimits.matches) keepFirst();
  };

  return {
    /** Adds all matches of a subject at once. */
    add(name: string, ofEdited: readonly ReplayedMatch[], ofSaved: readonly ReplayedMatch[]): void {
      effects.add(ofEdited);
      effectsBefore?.add(ofSaved);
      const [before, after] = [new Set(ofSaved.map(keyOf)), new Set(ofEdited.map(keyOf))];
      for (const match of ofEdited) keep(match, before.has(keyOf(match)) ? 'Same' : 'New', name);
      for (const match of ofSaved) if (!after.has(keyOf(match))) keep(match, 'Gone', name);
    },
    answer(): ComparedMatches {
      keepFirst();
      return {
        matches: kept.map(({ match, change, name }) => toMatch(match, change, name)),
        counts: { new: counts.New, gone: counts.Gone, same: counts.Same },
        ...effects.answer(),
        before: effectsBefore?.answer() ?? null,
      };
    },
  };
};

export type MatchComparison = ReturnType<typeof compareMatches>;
