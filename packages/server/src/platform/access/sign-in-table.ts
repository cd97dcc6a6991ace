/** A row of cfs.person_contexts: the tenant and subscription that a person chose last. */
export interface PersonContextTable {
  tenant_id: string;
  user_id: string;
  subscription_id: string | null;
  chosen: Date;
}

/** A row of cfs.ended_sessions, all of which belong to the System tenant: an ended session, or a subject's tokens. */
export interface EndedSessionTable {
  tenant_id: string;
  ended_session_id: string;
  provider: string;
  session_id: string | null;
  subject: string | null;
  ended: Date;
  expires: Date;
}
