import { setImmediate as turnOfTheLoop, setTimeout as pause } from 'node:timers/promises';
import { builtInActions } from '@cfs/contracts/actions';
import { packetLimits, type PacketMessage } from '@cfs/contracts/packets';
import { backtestLimits, type Backtest, type BacktestInput, type BacktestMatch } from '@cfs/contracts/rule-backtests';
import { ruleTypes } from '@cfs/contracts/rule-types';
import type { RuleAction } from '@cfs/contracts/rules';
import { systemTenantId, type Context } from '../../../platform/context.ts';
import type { ScopeRequest } from '../../../platform/database/gate.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { invalid, notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { readBlockFacts, type BlockFacts } from '../../blocks/read-block-facts.ts';
import { historyStatement, readHistoryLine } from '../../packets/history-statement.ts';
import { checkRule } from '../changes/check-rule.ts';
import { runnableColumns, toRunnableRule } from '../conditions/runnable-rule.ts';
import { compileRule, type CompiledRule, type RunnableRule } from '../evaluation/compile-rule.ts';
import { entityNameOf } from '../matches/match-label.ts';
import { createTrial } from '../patterns/trial.ts';
import { ruleColumns } from '../rule-columns.ts';
import { createReplay, type ReplayedMatch, type ReplayedPacket } from './replay-rule.ts';

const dayMilliseconds = 86_400_000;

/** Milliseconds of the processor after which a back-test lets others run, and for how long it waits when they do. */
const sliceMilliseconds = 5;
const mostPauseMilliseconds = 100;

/** Types whose matches follow from stored packets alone. */
const testable: ReadonlySet<number> = new Set([ruleTypes.Ingestion, ruleTypes.History]);

type Needs = Pick<Services, 'gate' | 'snapshot'>;

const scope: ScopeRequest = { permission: ['Rules:create', 'Rules:edit'], shared: true };

const toRunnable = (input: BacktestInput, tenantId: string): RunnableRule => {
  const { rule, ruleId } = input;
  return {
    ruleId: ruleId ?? '',
    name: rule.name,
    ruleTypeId: rule.ruleTypeId,
    tenantId,
    subscriptionId: rule.subscriptionId ?? null,
    matchLifetimeSeconds: ruleColumns(rule).match_lifetime_seconds,
    useSlidingExpiration: rule.useSlidingExpiration,
    timeConditions: rule.timeConditions ?? null,
    conditions: rule.conditions,
    correlation: rule.correlation,
    aggregation: rule.aggregation,
    includeOwnWorkUnits: rule.includeOwnWorkUnits,
    matchActions: rule.matchActions,
    expirationActions: rule.expirationActions,
    countsSince: null,
    modified: new Date(0),
  };
};

/** The rule as it would be saved, checked like that, and the saved one. */
const readRules = (services: Needs, context: Context, input: BacktestInput) =>
  services.gate.read(context, scope, async (db) => {
    const saved = input.ruleId
      ? await db
          .selectFrom('rules')
          .select(runnableColumns)
          .where('rule_id', '=', input.ruleId)
          .where('is_deleted', '=', false)
          .where(inScope(context, scope, 'rules.tenant_id'))
          .executeTakeFirst()
      : undefined;
    if (input.ruleId && !saved) throw notFound('Rule');
    const tenantId =
      saved?.tenant_id ?? (input.rule.tenantId === null ? systemTenantId : (input.rule.tenantId ?? context.tenantId));
    await checkRule(services, db, tenantId, input.rule);
    return {
      tenantId: tenantId === systemTenantId ? context.tenantId : tenantId,
      edited: compileRule(toRunnable(input, tenantId), systemTenantId),
      saved: saved && compileRule(toRunnableRule(saved), systemTenantId),
    };
  });

/** The only entities whose packets the rules can look at; `undefined` for all. */
const entitiesOf = (rules: readonly CompiledRule[]): readonly string[] | undefined => {
  const ids: string[] = [];
  for (const { keys, alternatives } of rules) {
    if (!keys || alternatives.some(({ absence }) => absence !== undefined)) return undefined;
    for (const key of keys) {
      if (!/^entity [0-9a-f-]{36}$/.test(key)) return undefined;
      ids.push(key.slice('entity '.length));
    }
  }
  return ids;
};

const valueOperands: ReadonlySet<number> = new Set([1, 6, 8, 9, 20, 21, 47]);

const needsValueAlone = ({ rule, needsValueAlone: isEnough }: CompiledRule): boolean =>
  rule.conditions.every(
    ({ LeftOperand }) => valueOperands.has(LeftOperand) || (LeftOperand >= 40 && LeftOperand <= 46 && isEnough),
  );

/** Lets the event loop turn, and waits as long as others have kept it busy. */
const giveWay = async (): Promise<void> => {
  const began = performance.now();
  await turnOfTheLoop();
  const others = performance.now() - began;
  if (others > 1) await pause(Math.min(mostPauseMilliseconds, others * 4));
};

interface Found {
  readonly edited: readonly ReplayedMatch[];
  readonly saved: readonly ReplayedMatch[];
  readonly names: ReadonlyMap<string, string>;
  readonly packets: number;
  readonly milliseconds: number;
  readonly isComplete: boolean;
}

interface Period {
  readonly from: number;
  readonly to: number;
}

/** The lines of the pieces, grouped by entity. */
async function* entitiesIn(pieces: AsyncIterable<string>) {
  let rest = '';
  let lines: ReturnType<typeof readHistoryLine>[] = [];
  for await (const piece of pieces) {
    const parts = (rest + piece).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const line = readHistoryLine(part);
      if (lines[0] && lines[0].entityId !== line.entityId) {
        yield lines;
        lines = [];
      }
      lines.push(line);
    }
  }
  if (lines.length > 0) yield lines;
}

const replayAll = async (
  { gate }: Needs,
  context: Context,
  { tenantId, edited, saved }: Awaited<ReturnType<typeof readRules>>,
  period: Period,
  signal: AbortSignal,
): Promise<Found> => {
  const rules = saved ? [edited, saved] : [edited];
  const valueAlone = rules.every(needsValueAlone);
  const before = Math.max(
    ...rules.flatMap(({ windowMilliseconds, alternatives }) => [
      windowMilliseconds,
      ...alternatives.map(({ absence }) => absence ?? 0),
    ]),
  );
  const trial = createTrial(Infinity);
  const found = { edited: [] as ReplayedMatch[], saved: [] as ReplayedMatch[] };
  const names = new Map<string, string>();
  let packets = 0;
  let milliseconds = 0;
  let began = performance.now();

  const readFacts = async (entityIds: readonly string[]): Promise<BlockFacts> =>
    gate.read(context, scope, (db) =>
      readBlockFacts(
        db,
        entityIds.map((entityId) => ({ tenantId, entityId })),
      ),
    );

  const query = {
    tenantId,
    from: period.from - before,
    to: period.to,
    entityIds: entitiesOf(rules),
    needsValueAlone: valueAlone,
  };
  await gate.readStream(context, scope, historyStatement(query), signal, async (pieces) => {
    for await (const lines of entitiesIn(pieces)) {
      const entityId = lines[0]?.entityId ?? '';
      const fact = (await readFacts([entityId])).of(tenantId, entityId);
      const entity = {
        tenantId,
        entityId,
        deviceId: fact?.isDevice ? entityId : undefined,
        subscriptionId: fact?.subscriptionId,
        entityName: fact?.name,
      };
      const replays = [
        createReplay(edited, entity, trial, period),
        ...(saved ? [createReplay(saved, entity, trial, period)] : []),
      ];
      const arrived = lines.toSorted((one, other) => one.receivedAt - other.receivedAt || one.time - other.time);
      let message: PacketMessage = {};
      for (const { time, receivedAt, json } of arrived) {
        signal.throwIfAborted();
        const read: unknown = JSON.parse(json);
        message = valueAlone ? { Value: read as string | null } : (read as PacketMessage);
        const isOnTime = receivedAt - time <= packetLimits.lateAfterMilliseconds;
        const packet: ReplayedPacket = { time, receivedAt, message, isWatched: isOnTime || fact?.isDevice === true };
        const started = performance.now();
        replays[0]?.take(packet);
        milliseconds += performance.now() - started;
        replays[1]?.take(packet);
        if (time > period.from) packets += 1;
        if (performance.now() - began > sliceMilliseconds) {
          await giveWay();
          began = performance.now();
        }
      }
      const [ofEdited = [], ofSaved = []] = replays.map((replay) => replay.finish());
      found.edited.push(...ofEdited);
      found.saved.push(...ofSaved);
      if (ofEdited.length + ofSaved.length > 0) names.set(entityId, entityNameOf({ ...entity, message }));
    }
  });
  return { ...found, names, packets, milliseconds, isComplete: trial.passedOver === 0 };
};

const keyOf = ({ subjectId, firstMatch }: ReplayedMatch): string => `${subjectId} ${firstMatch}`;

const toMatch = (match: ReplayedMatch, change: BacktestMatch['change'], names: Found['names']): BacktestMatch => ({
  subjectId: match.subjectId,
  name: names.get(match.subjectId) ?? match.subjectId,
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

/** Actions of the kind that the matches would have run. */
const actionsRun = ({ rule }: CompiledRule, matches: readonly ReplayedMatch[], actionDefinitionId: string): number => {
  const begun = matches.filter(({ end }) => end !== 'OverWhenFound').length;
  const ended = matches.filter(({ end }) => end === 'Expired').length;
  return (
    begun * countActions(rule.matchActions, actionDefinitionId) +
    ended * countActions(rule.expirationActions, actionDefinitionId)
  );
};

/**
 * The matches that a rule would have had over stored history, compared with those of the saved one
 * (docs/reference/rules.md#back-test). Reads only, runs no action, and ends when the signal says so.
 *
 * @throws 400 for a rule that could not be saved or whose type does not run on packets, 404 for an unknown rule.
 */
export const backtestRule = async (
  services: Needs,
  context: Context,
  input: BacktestInput,
  signal: AbortSignal,
): Promise<Backtest> => {
  if (!testable.has(input.rule.ruleTypeId)) {
    throw invalid({ ruleTypeId: ['Rules of this type cannot be tested on stored packets.'] });
  }
  const rules = await readRules(services, context, input);
  const to = context.clock.now().getTime();
  const period = { from: to - input.days * dayMilliseconds, to };
  const comparable = {
    ...rules,
    saved: rules.saved && testable.has(rules.saved.rule.ruleTypeId) ? rules.saved : undefined,
  };
  const found = await replayAll(services, context, comparable, period, signal);
  const [before, after] = [new Set(found.saved.map(keyOf)), new Set(found.edited.map(keyOf))];
  const gone = found.saved.filter((match) => !after.has(keyOf(match)));
  const matches = [
    ...found.edited.map((match) => ({
      match,
      change: before.has(keyOf(match)) ? ('Same' as const) : ('New' as const),
    })),
    ...gone.map((match) => ({ match, change: 'Gone' as const })),
  ].sort((one, other) => one.match.firstMatch - other.match.firstMatch);
  const count = (wanted: BacktestMatch['change']): number => matches.filter(({ change }) => change === wanted).length;
  return {
    from: new Date(period.from).toISOString(),
    to: new Date(to).toISOString(),
    matches: matches.slice(0, backtestLimits.matches).map(({ match, change }) => toMatch(match, change, found.names)),
    counts: { new: count('New'), gone: count('Gone'), same: count('Same') },
    mailsPerDay: actionsRun(rules.edited, found.edited, builtInActions.sendEmail) / input.days,
    workUnitsPerDay: actionsRun(rules.edited, found.edited, builtInActions.createWorkUnit) / input.days,
    packets: found.packets,
    microsecondsPerPacket: found.packets === 0 ? 0 : (found.milliseconds * 1_000) / found.packets,
    isComplete: found.isComplete,
  };
};
