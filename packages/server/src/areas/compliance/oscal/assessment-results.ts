import { addWeeks, type ControlStatusName } from '@cfs/contracts/control-statuses';
import { evidenceText, type ExportedEvidence } from '../evidence/export-evidence.ts';

/** The version of OSCAL that the document follows. */
export const oscalVersion = '1.0.6';

/** The namespace of our own properties. */
const namespace = 'urn:cfs-portal:oscal';

/** A control in one week of one tenant. */
export interface AssessedControl {
  readonly name: string;
  readonly title: string;
  /** `undefined` without a record of the week. */
  readonly record:
    | {
        readonly id: string;
        readonly status: ControlStatusName;
        readonly notes: string;
        readonly modified: Date;
        readonly modifiedBy: string;
        /** Oldest first. */
        readonly evidence: readonly ExportedEvidence[];
      }
    | undefined;
}

/** The input of a document. */
export interface Assessment {
  readonly tenantName: string;
  readonly setName: string;
  /** The Sunday as `YYYY-MM-DD`. */
  readonly week: string;
  readonly controls: readonly AssessedControl[];
  readonly now: Date;
  readonly newId: () => string;
}

/** The id of a control in OSCAL from its label: `ac-2.1` for `AC-2(1)`. */
export const oscalControlId = (label: string): string => {
  const id = label
    .trim()
    .toLowerCase()
    .replaceAll(/\s*\((\w+)\)/g, '.$1')
    .replaceAll(/[^\p{L}\p{N}.\-_]+/gu, '_');
  return /^[\p{L}_]/u.test(id) ? id : `_${id}`;
};

/** The value of a property is one line without surrounding white space. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim() || '-';

/** The state of a finding for a status; `undefined` for a status without a judgement. */
const findingOf = {
  Compliant: { state: 'satisfied', reason: 'pass' },
  NonCompliant: { state: 'not-satisfied', reason: 'fail' },
  Poam: { state: 'not-satisfied', reason: 'other' },
  Exempt: undefined,
  Notset: undefined,
} as const satisfies Record<ControlStatusName, { state: string; reason: string } | undefined>;

type Recorded = AssessedControl & { readonly record: NonNullable<AssessedControl['record']> };

const isRecorded = (control: AssessedControl): control is Recorded => control.record !== undefined;

const statusProperty = (status: ControlStatusName) => ({ name: 'status', ns: namespace, value: status });

/** The files of a status, each with the id of the resource that describes it. */
type FileResources = ReadonlyMap<string, string>;

/** A piece of evidence: a link refers to its address, a file to its resource; units and rules are only described. */
const relevantEvidence = (piece: ExportedEvidence, files: FileResources) => {
  const file = files.get(piece.id);
  const href = file === undefined ? piece.url : `#${file}`;
  return {
    ...(href !== null && { href }),
    description: evidenceText(piece),
    props: [
      { name: 'kind', ns: namespace, value: piece.kind },
      { name: 'attached', ns: namespace, value: piece.created },
      { name: 'attached-by', ns: namespace, value: oneLine(piece.createdBy) },
    ],
  };
};

/** The resource of a file: the call that downloads it and the digest of its bytes. */
const fileResource = (statusId: string, { id, title, size, mediaType, sha256 }: ExportedEvidence, uuid: string) => ({
  uuid,
  title: title ?? '',
  description: `A file of ${size} bytes, attached to a status of the checklist.`,
  rlinks: [
    {
      href: `/v1/controlstatuses/${statusId}/evidence/${id}`,
      ...(mediaType !== null && { 'media-type': mediaType }),
      ...(sha256 !== null && { hashes: [{ algorithm: 'SHA-256', value: sha256 }] }),
    },
  ],
});

const observationOf = (control: Recorded, uuid: string, files: FileResources) => {
  const { name, title, record } = control;
  return {
    uuid,
    title: `${name} ${title}`.trim(),
    description: record.notes.trim() === '' ? 'Recorded without a note.' : record.notes,
    props: [
      { name: 'label', value: oneLine(name) },
      statusProperty(record.status),
      { name: 'recorded-by', ns: namespace, value: oneLine(record.modifiedBy) },
    ],
    methods: ['EXAMINE'],
    ...(record.evidence.length > 0 && {
      'relevant-evidence': record.evidence.map((piece) => relevantEvidence(piece, files)),
    }),
    collected: record.modified.toISOString(),
  };
};

const findingsOf = ({ name, title, record }: Recorded, observation: string, newId: () => string) => {
  const status = findingOf[record.status];
  if (status === undefined) return [];
  return [
    {
      uuid: newId(),
      title: `${name} ${title}`.trim(),
      description: record.notes.trim() === '' ? 'Recorded without a note.' : record.notes,
      props: [statusProperty(record.status)],
      target: { type: 'statement-id', 'target-id': `${oscalControlId(name)}_smt`, status },
      'related-observations': [{ 'observation-uuid': observation }],
    },
  ];
};

/**
 * Returns a week of a control set as OSCAL assessment results. Every record is an observation with its evidence.
 * Compliant is a satisfied finding, Non-compliant and POA&M are findings that are not satisfied; Exempt and Not set
 * have no finding. The reviewed controls are those with a record.
 */
export const assessmentResults = ({ tenantName, setName, week, controls, now, newId }: Assessment) => {
  const recorded = controls.filter(isRecorded).map((control) => ({ control, observation: newId() }));
  const plan = newId();
  const attached = recorded.flatMap(({ control: { record } }) =>
    record.evidence
      .filter(({ kind }) => kind === 'File')
      .map((piece) => ({ statusId: record.id, piece, uuid: newId() })),
  );
  const files = new Map(attached.map(({ piece, uuid }) => [piece.id, uuid]));
  const ids = [...new Set(recorded.map(({ control }) => oscalControlId(control.name)))];
  return {
    'assessment-results': {
      uuid: newId(),
      metadata: {
        title: `${setName}, ${tenantName}, week of ${week}`,
        'last-modified': now.toISOString(),
        version: week,
        'oscal-version': oscalVersion,
      },
      'import-ap': { href: `#${plan}` },
      results: [
        {
          uuid: newId(),
          title: `${setName}, week of ${week}`,
          description: `The compliance checklist of ${tenantName}: ${recorded.length} of ${controls.length} controls have a record.`,
          start: `${week}T00:00:00.000Z`,
          end: `${addWeeks(week, 1)}T00:00:00.000Z`,
          'reviewed-controls': {
            'control-selections': [
              ids.length === 0
                ? { description: 'No control was reviewed.' }
                : { 'include-controls': ids.map((id) => ({ 'control-id': id })) },
            ],
          },
          ...(recorded.length > 0 && {
            observations: recorded.map(({ control, observation }) => observationOf(control, observation, files)),
          }),
          ...(recorded.some(({ control }) => findingOf[control.record.status]) && {
            findings: recorded.flatMap(({ control, observation }) => findingsOf(control, observation, newId)),
          }),
        },
      ],
      'back-matter': {
        resources: [
          {
            uuid: plan,
            title: 'Assessment plan',
            description: 'The weekly checklist has no assessment plan of its own.',
          },
          ...attached.map(({ statusId, piece, uuid }) => fileResource(statusId, piece, uuid)),
        ],
      },
    },
  };
};
