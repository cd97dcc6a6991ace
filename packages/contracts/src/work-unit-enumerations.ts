/** Severities by number; transferred by name (docs/reference/conventions.md#values). Sev0 is the most severe. */
export const severities = { Sev0: 0, Sev1: 1, Sev2: 2, Sev3: 3, Sev4: 4 } as const;
export type Severity = keyof typeof severities;

/** States by number; transferred by name (docs/reference/work-units.md#states). */
export const workUnitStates = {
  New: 1,
  Acknowledged: 2,
  InProgress: 3,
  OnHold: 4,
  Mitigated: 5,
  Resolved: 6,
  Closed: 7,
  Canceled: 8,
} as const;
export type WorkUnitState = keyof typeof workUnitStates;

/** The states in words. */
export const workUnitStateLabels: Readonly<Record<WorkUnitState, string>> = {
  New: 'New',
  Acknowledged: 'Acknowledged',
  InProgress: 'In progress',
  OnHold: 'On hold',
  Mitigated: 'Mitigated',
  Resolved: 'Resolved',
  Closed: 'Closed',
  Canceled: 'Canceled',
};

/** Final states: hidden in the default list, "Done" in the Resolution Center. */
export const finishedStates: readonly WorkUnitState[] = ['Resolved', 'Closed', 'Canceled'];

/** Types by number; transferred as numbers (docs/reference/work-units.md#types). */
export const workUnitTypes = { Incident: 1, ChangeRequest: 2, Intake: 3, Request: 4, Legacy: 5 } as const;
export type WorkUnitType = keyof typeof workUnitTypes;

/**
 * The severity that a new unit of a type starts with in the staff form if the settings of the type name none: Sev3 for
 * an intake or a request, otherwise Sev0.
 */
export const shippedSeverity = (workUnitTypeId: number): Severity =>
  workUnitTypeId === workUnitTypes.Intake || workUnitTypeId === workUnitTypes.Request ? 'Sev3' : 'Sev0';

/** Events of a work unit by number; transferred by name (docs/reference/protocols.md#events). */
export const workUnitEventTypes = {
  OnNew: 1,
  OnAcknowledged: 2,
  OnHold: 3,
  OnResolved: 4,
  OnClosed: 5,
  OnCanceled: 6,
  OnTimer: 7,
  OnChange: 8,
  OnInProgress: 9,
  OnMitigated: 10,
  OnServiceLevelWarning: 11,
  OnServiceLevelBreach: 12,
} as const;
export type WorkUnitEventType = keyof typeof workUnitEventTypes;

/** The event that entering a state raises (docs/reference/work-units.md#states). */
export const eventOfState: Readonly<Record<WorkUnitState, WorkUnitEventType>> = {
  New: 'OnNew',
  Acknowledged: 'OnAcknowledged',
  InProgress: 'OnInProgress',
  OnHold: 'OnHold',
  Mitigated: 'OnMitigated',
  Resolved: 'OnResolved',
  Closed: 'OnClosed',
  Canceled: 'OnCanceled',
};

/** A stakeholder's rating of the resolution; transferred by name. */
export const experienceScores = { Great: 1, Average: 2, Poor: 3 } as const;
export type ExperienceScore = keyof typeof experienceScores;

/**
 * Kinds of related entities; transferred by name. `referenceId` is the id of that entity. A Parent is the unit that
 * this one is a child of; MergedInto is the unit into which this one was merged.
 */
export const relationTypes = {
  RuleMatch: 1,
  Device: 2,
  Block: 3,
  WorkUnit: 4,
  Message: 5,
  Parent: 6,
  Child: 7,
  MergedInto: 8,
  MergedFrom: 9,
} as const;
export type RelationType = keyof typeof relationTypes;

/** Kinds of relations between two units, each with the inverse kind that the other unit has. */
export const unitRelationTypes = {
  WorkUnit: 'WorkUnit',
  Parent: 'Child',
  Child: 'Parent',
  MergedInto: 'MergedFrom',
  MergedFrom: 'MergedInto',
} as const satisfies Partial<Record<RelationType, RelationType>>;
export type UnitRelationType = keyof typeof unitRelationTypes;

/** Whether a kind of relation is one between two units. */
export const isUnitRelation = (type: RelationType): type is UnitRelationType => type in unitRelationTypes;

/** Whether a relation is created by a merge of two units; only a merge and its undo create and end it. */
export const isMergeRelation = (type: RelationType): boolean => type === 'MergedInto' || type === 'MergedFrom';

/** Kinds of history records; transferred by name, a plain note as null. */
export const historyTypes = {
  General: 1,
  FieldChange: 2,
  ProtocolActionActivity: 3,
  ProtocolActionFailure: 4,
  WorkUnitEvent: 5,
  WorkUnitStateChange: 6,
} as const;
export type HistoryType = keyof typeof historyTypes;

/** Allowed transitions from a state (docs/reference/work-units.md#states). */
export const statesAfter = (state: WorkUnitState): readonly WorkUnitState[] =>
  state === 'New' ? ['New', 'Acknowledged', 'Canceled'] : (Object.keys(workUnitStates) as WorkUnitState[]);
