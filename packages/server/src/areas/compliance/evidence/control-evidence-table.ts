import type { Generated, Selectable } from 'kysely';

/** A row of cfs.control_evidence; which columns are NULL depends on its kind. */
export interface ControlEvidenceTable {
  tenant_id: string;
  control_evidence_id: string;
  control_status_id: string;
  /** A number of `controlEvidenceKinds`. */
  kind: number;
  title: Generated<string | null>;
  url: Generated<string | null>;
  work_unit_id: Generated<number | null>;
  rule_id: Generated<string | null>;
  media_type: Generated<string | null>;
  /** Bytes. */
  size: Generated<number | null>;
  sha256: Generated<Buffer | null>;
  created: Date;
  created_by: string;
}

export type ControlEvidenceRow = Selectable<ControlEvidenceTable>;

/** A row of cfs.control_evidence_parts: one of the consecutive parts of a file's bytes. */
export interface ControlEvidencePartTable {
  tenant_id: string;
  control_evidence_id: string;
  part: number;
  content: Buffer;
}
