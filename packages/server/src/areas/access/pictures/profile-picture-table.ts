/** A row of cfs.profile_pictures: what a person uploaded, in the tenant in which they worked then. */
export interface ProfilePictureTable {
  tenant_id: string;
  user_id: string;
  media_type: string;
  bytes: Buffer;
  uploaded: Date;
}
