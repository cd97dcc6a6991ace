import type { VersionInfo } from '@cfs/contracts/environment';
import { isLaterVersion } from '@cfs/contracts/semantic-version';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { version as ownVersion } from '../../package.json';
import { api } from './api/api-client.ts';
import { pollEvery } from './timing/polling.ts';

const pollMilliseconds = 60_000;

const laterOf = (before: VersionInfo | undefined, now: VersionInfo): VersionInfo =>
  before && isLaterVersion(before.version, now.version) ? before : now;

/** The latest version reported to this page: during an upgrade, nodes of several versions may respond. */
export const versionQuery = queryOptions({
  queryKey: ['version'],
  queryFn: ({ signal }) => api.get<VersionInfo>('/api/generalLookup/version', { signal }),
  staleTime: pollMilliseconds,
  structuralSharing: (before, now) => laterOf(before as VersionInfo | undefined, now as VersionInfo),
});

/** Whether a server has a later version than the scripts of this page; polled once a minute. */
export const useIsOutdated = (): boolean => {
  const { data } = useQuery({ ...versionQuery, ...pollEvery(pollMilliseconds) });
  return data !== undefined && isLaterVersion(data.version, ownVersion);
};
