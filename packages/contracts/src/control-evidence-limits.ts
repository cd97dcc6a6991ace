/** Kinds of evidence by number; transferred by name (docs/reference/compliance.md#evidence). */
export const controlEvidenceKinds = { File: 1, Link: 2, WorkUnit: 3, Rule: 4 } as const;
export type ControlEvidenceKind = keyof typeof controlEvidenceKinds;

/** Bounds of the evidence of a control in a week (docs/reference/compliance.md#evidence). */
export const controlEvidenceLimits = {
  perStatus: 20,
  /** 10 MiB. */
  fileBytes: 10 * 1024 * 1024,
  /** UTF-16 code units. */
  urlLength: 2_000,
  titleLength: 200,
} as const;
