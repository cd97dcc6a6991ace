/** A row of cfs.profile_pictures: a picture that a person uploaded, in the tenant in which they worked at the time. */
export interface ProfilePictureTable {
  tenant_id: string;
  user_id: string;
  media_type: string;
  bytes: Buffer;
  uploaded: Date;
}
