import { isRecord } from '@cfs/contracts/json-record';
import { OperationError, type Reading } from '../operation-result.ts';
import { parseRanges } from '../number-ranges.ts';
import { faultOf, millisecondsSince, type BuiltInOperation } from './built-in-operation.ts';
import { findJsonPath, parseJson } from './find-json-path.ts';
import { callHttp, parseMethod, parseUrl, type HttpAnswer } from './http-call.ts';

interface Step {
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly expects: (status: number) => boolean;
  readonly expectedText: string | undefined;
  /** JSONPath by name of the variable. */
  readonly extract: Readonly<Record<string, string>>;
}

const maxSteps = 20;

const textsOf = (what: string, value: unknown): Record<string, string> => {
  if (value === undefined || value === null) return {};
  if (!isRecord(value)) throw new OperationError(`${what} must be an object of texts`);
  return Object.fromEntries(
    Object.entries(value).map(([name, text]) => {
      if (typeof text !== 'string') throw new OperationError(`${what}.${name} must be text`);
      return [name, text];
    }),
  );
};

const readStep = (value: unknown, index: number): Step => {
  const where = `step ${index + 1}`;
  if (!isRecord(value)) throw new OperationError(`${where} must be an object`);
  const { name, method = 'GET', url, headers, body, expectedStatus = '200-399', expectedText, extract } = value;
  const text = (member: string, given: unknown): string => {
    if (typeof given !== 'string') throw new OperationError(`${where}: ${member} must be text`);
    return given;
  };
  return {
    name: name === undefined ? `Step ${index + 1}` : text('name', name),
    method: parseMethod(`${where}: method`, text('method', method)),
    url: text('url', url),
    headers: Object.fromEntries(
      Object.entries(textsOf(`${where}: headers`, headers)).map(([key, header]) => [key.toLowerCase(), header]),
    ),
    body: body === undefined || body === null ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    expects: parseRanges(`${where}: expectedStatus`, String(expectedStatus)),
    expectedText: expectedText === undefined ? undefined : text('expectedText', expectedText),
    extract: textsOf(`${where}: extract`, extract),
  };
};

const readSteps = (text: string): readonly Step[] => {
  const steps = parseJson('Steps', text);
  if (!Array.isArray(steps) || steps.length === 0 || steps.length > maxSteps) {
    throw new OperationError(`Steps must be a list of 1 to ${maxSteps} steps`);
  }
  return steps.map(readStep);
};

/** Cookies by origin; paths and expiry dates are irrelevant within one run. */
const createCookieJar = () => {
  const jar = new Map<string, Map<string, string>>();
  return {
    keep: (cookies: HttpAnswer['cookies']): void => {
      for (const { url, text } of cookies) {
        const kept = jar.get(url.origin) ?? new Map<string, string>();
        const [, name, value] = /^\s*([^=;]+)=([^;]*)/.exec(text) ?? [];
        if (name !== undefined && value !== undefined) kept.set(name.trim(), value.trim());
        jar.set(url.origin, kept);
      }
    },
    headerOf: ({ origin }: URL): Record<string, string> => {
      const kept = [...(jar.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`);
      return kept.length === 0 ? {} : { cookie: kept.join('; ') };
    },
  };
};

const faultOfAnswer = (step: Step, answer: HttpAnswer): string | undefined => {
  if (!step.expects(answer.status)) return `the response has status ${answer.status}`;
  if (step.expectedText !== undefined && !answer.body.includes(step.expectedText)) {
    return 'the response does not contain the expected text';
  }
  return undefined;
};

/** Calls several addresses in order; the first failure or unexpected response ends the check. */
export const syntheticHttp: BuiltInOperation = async (parameters, { network, signal }) => {
  const steps = readSteps(parameters.required('Steps'));
  const timeoutSeconds = parameters.integer('TimeoutSeconds', { min: 1, max: 3_600, absent: 30 });
  const jar = createCookieJar();
  const variables = new Map<string, string>();
  const fill = (text: string): string =>
    text.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => variables.get(name) ?? placeholder);
  const metrics: Record<string, number> = {};
  const began = performance.now();

  const runStep = async (step: Step): Promise<string | undefined> => {
    const url = parseUrl(`${step.name}: url`, fill(step.url));
    const headers = Object.fromEntries(Object.entries(step.headers).map(([name, value]) => [name, fill(value)]));
    const answer = await callHttp(
      {
        url,
        method: step.method,
        headers: { ...jar.headerOf(url), ...headers },
        body: step.body === undefined ? undefined : fill(step.body),
        followRedirects: true,
        timeoutSeconds,
      },
      network,
      signal,
    );
    metrics[`${step.name} Milliseconds`] = answer.milliseconds;
    jar.keep(answer.cookies);
    const fault = faultOfAnswer(step, answer);
    if (fault !== undefined) return fault;
    for (const [name, path] of Object.entries(step.extract)) {
      const found = findJsonPath(path, parseJson('the response', answer.body));
      if (found === undefined) return `${path} matches nothing in the response`;
      variables.set(name, String(found));
    }
    return undefined;
  };

  const readingOf = (passed: number, fault?: { readonly step: Step; readonly text: string }): Reading => ({
    value: fault ? 0 : 1,
    metrics: { ...metrics, TotalMilliseconds: millisecondsSince(began), StepsPassed: passed },
    states: { Available: !fault, ...(fault && { FailedStep: fault.step.name }) },
    ...(fault && { error: `${fault.step.name}: ${fault.text}` }),
  });

  for (const [index, step] of steps.entries()) {
    try {
      const text = await runStep(step);
      if (text !== undefined) return readingOf(index, { step, text });
    } catch (error) {
      if (signal.aborted) throw error;
      return readingOf(index, { step, text: faultOf(error) });
    }
  }
  return readingOf(steps.length);
};
