import { call } from '../../../lib/api/api-client.ts';
import { readJson } from '../../../lib/api/read-body.ts';
import { multipartBody } from './multipart-body.ts';

/** The server's response to an uploaded bundle. */
export interface UploadedVersion {
  readonly packageId: string;
  readonly packageName: string;
  readonly version: string;
  readonly packageVersionStatusId: string;
  readonly isNew: boolean;
}

/** Uploads a bundle; calls `onProgress` with the number of bytes sent so far. */
export const uploadBundle = async (
  {
    label,
    tenantId,
    file,
  }: { readonly label: string; readonly tenantId?: string | null | undefined; readonly file: File },
  onProgress: (bytes: number) => void,
): Promise<UploadedVersion | undefined> => {
  const { body, contentType } = multipartBody({ label, tenantId: tenantId ?? 'null' }, [file]);
  const answer = await call('POST', '/v1/packages/upload', { body, contentType, onUploadProgress: onProgress });
  const { value } = await readJson<{ readonly value: readonly UploadedVersion[] }>(answer);
  return value[0];
};
