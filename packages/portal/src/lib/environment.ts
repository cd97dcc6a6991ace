import type { EnvironmentColorInfo, EnvironmentInfo } from '@cfs/contracts/environment';
import { shellTexts } from '@cfs/contracts/shell-texts';
import { useQuery } from '@tanstack/react-query';
import { api } from './api/api-client.ts';

/** The environment's name and colour, the names of company and product, and the enabled features. */
export interface Environment {
  readonly name: string;
  readonly color: string;
  /** Part of document titles. */
  readonly company: string;
  /** Short product name in the menu and on the login page. */
  readonly product: string;
  readonly features: ReadonlySet<string>;
}

const defaults: Environment = {
  name: shellTexts.defaultEnvironmentName,
  color: '#5A6678',
  company: shellTexts.defaultEnvironmentName,
  product: 'CFS',
  features: new Set(),
};

const fetchEnvironment = async (): Promise<Environment> => {
  const [{ environmentName, company, product, features }, { environmentColor }] = await Promise.all([
    api.get<EnvironmentInfo>('/api/generalLookup/environment'),
    api.get<EnvironmentColorInfo>('/api/generalLookup/environmentcolor'),
  ]);
  return { name: environmentName, company, product, color: environmentColor, features: new Set(features) };
};

/** The environment; default values until it is loaded. */
export const useEnvironment = (): Environment =>
  useQuery({ queryKey: ['environment'], queryFn: fetchEnvironment, staleTime: Number.POSITIVE_INFINITY }).data ??
  defaults;
