import { ApiProblem, throwUnreachable } from './api-problem.ts';

const notFromServer = 'The response did not come from the server. Check the connection and try again.';

/** @throws ApiProblem of status 0 when the connection breaks before the end of the body. */
export const readText = (response: Response): Promise<string> => response.text().catch(throwUnreachable);

/** @throws ApiProblem of status 0 when the connection breaks before the end of the body. */
export const readBlob = (response: Response): Promise<Blob> => response.blob().catch(throwUnreachable);

/**
 * The JSON of the body, `undefined` for an empty one. The type argument is the contract of the response; it is not
 * checked at run time.
 *
 * @throws ApiProblem of status 0 when the connection breaks before the end of the body, and of status 502, which counts
 *   as unreachable, for a body that is not JSON, such as the HTML of a captive portal.
 */
export const readJson = async <T>(response: Response): Promise<T> => {
  const text = await readText(response);
  try {
    return (text === '' ? undefined : JSON.parse(text)) as T;
  } catch {
    throw new ApiProblem(502, { detail: notFromServer });
  }
};
