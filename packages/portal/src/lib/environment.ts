import type { EnvironmentColorInfo, EnvironmentInfo } from '@cfs/contracts/environment';
import { shellTexts } from '@cfs/contracts/shell-texts';
import { useQuery } from '@tanstack/react-query';
import { api } from './api/api-client.ts';

/** The environment and the names under which the portal appears. */
export interface Environment {
  readonly name: string;
  readonly color: string;
  /** Stands in document titles. */
  readonly company: string;
  /** Short product name of menu and login page. */
  readonly product: string;
}

const defaults: Environment = {
  name: shellTexts.defaultEnvironmentName,
  color: '#5A6678',
  company: shellTexts.defaultEnvironmentName,
  product: 'CFS',
};

const fetchEnvironment = async (): Promise<Environment> => {
  const [{ environmentName, company, product }, { environmentColor }] = await Promise.all([
    api.get<EnvironmentInfo>('/api/generalLookup/environment'),
    api.get<EnvironmentColorInfo>('/api/generalLookup/environmentcolor'),
  ]);
  return { name: environmentName, company, product, color: environmentColor };
};

/** The environment; its defaults until the server has answered. */
export const useEnvironment = (): Environment =>
  useQuery({ queryKey: ['environment'], queryFn: fetchEnvironment, staleTime: Number.POSITIVE_INFINITY }).data ??
  defaults;
