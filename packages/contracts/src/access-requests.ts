import { z } from 'zod';
import { byName } from './by-name.ts';
import { isMisleading } from './misleading-characters.ts';
import { isMailAddress, requiredText, text } from './text.ts';

/** Messages of access requests (docs/reference/access-requests.md#messages). */
export const accessRequestMessages = {
  typeRequired: 'Request type is required.',
  singleCharacter: 'Please enter a single character.',
  mail: 'Please enter a valid email address.',
  phone: 'Please enter a valid phone number.',
  acknowledgement: 'Please confirm this.',
  created: 'Successfully created access request.',
  failed: 'A problem occurred. Please try again.',
} as const;

/** What a visitor asks for. */
export const accessRequestTypes = ['NewAccount', 'PasswordReset'] as const;
export type AccessRequestType = (typeof accessRequestTypes)[number];
export const accessRequestTypeLabels: Readonly<Record<AccessRequestType, string>> = {
  NewAccount: 'New Account',
  PasswordReset: 'Password Reset',
};

export const nameSuffixes = ['Jr.', 'Sr.', 'II', 'III', 'IV'] as const;
/** Environments of new accounts; the first is the default. */
export const accountEnvironments = ['IL4 (CUI)', 'Commercial'] as const;
export const designations = ['Military', 'Civilian Employee', 'Contractor'] as const;

/** The two statements that a visitor confirms. */
export const acknowledgements = {
  acknowledgesAccuracy: 'I confirm that what I entered is correct and complete.',
  acknowledgesTerms: 'I will use the account only as the rules of this system permit.',
} as const;

const lineLimit = 200;
const phoneLimit = 50;
const mailLimit = 320;

const isOneLine = (value: string): boolean => !isMisleading(value);
const oneLine = 'Must be a single line of text.';

const requiredLine = (message: string) => requiredText(lineLimit, message).refine(isOneLine, oneLine);
/** Trimmed; absent and null equal empty. */
const optionalLine = z.preprocess(
  (value) => (typeof value === 'string' ? value.trim() : (value ?? '')),
  text(lineLimit).refine(isOneLine, oneLine),
);
const optionalChoice = <Values extends readonly [string, ...string[]]>(values: Values) =>
  z.preprocess(
    (value) => (value === '' || value === undefined ? null : value),
    z.enum(values, `Must be one of ${values.join(', ')}.`).nullable(),
  );

const phonePattern = /^\+?[\d ().\/-]{7,40}(?: ?(?:x|ext\.?) ?\d{1,8})?$/i;
const isPhone = (value: string): boolean => phonePattern.test(value) && value.replaceAll(/\D/g, '').length >= 7;
const isSingleLetter = (value: string): boolean => value === '' || /^\p{L}\p{M}*$/u.test(value);

const confirmed = z
  .boolean(accessRequestMessages.acknowledgement)
  .refine((value) => value, accessRequestMessages.acknowledgement);

/**
 * Properties that the portal sends in addition to the fields. The server ignores the sent values and computes its own.
 */
export const computedAccessRequestFields = [
  'title',
  'description',
  'stakeHolderFullName',
  'stakeHolderEmailAddress',
  'stakeHolderPhoneNumber',
  'plannedStartTime',
  'plannedFinishTime',
  'severityId',
] as const;

const formFields = {
  requestType: z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.enum(accessRequestTypes, { error: accessRequestMessages.typeRequired }),
  ),
  firstName: requiredLine('Please enter your first name.'),
  lastName: requiredLine('Please enter your last name.'),
  middleInitial: optionalLine.refine(isSingleLetter, accessRequestMessages.singleCharacter),
  suffix: optionalChoice(nameSuffixes),
  email: requiredText(mailLimit, accessRequestMessages.mail).refine(isMailAddress, accessRequestMessages.mail),
  phoneNumber: requiredText(phoneLimit, 'Please enter a phone number.').refine(isPhone, accessRequestMessages.phone),
  targetAccountName: optionalLine,
  environment: optionalChoice(accountEnvironments),
  citizenship: optionalLine,
  designation: optionalChoice(designations),
  organization: optionalLine,
  grade: optionalLine,
  companyName: optionalLine,
  acknowledgesAccuracy: confirmed,
  acknowledgesTerms: confirmed,
};

/** The fields of a request. */
export type AccessRequest = z.output<z.ZodObject<typeof formFields>>;

type Kind = Pick<AccessRequest, 'requestType' | 'designation'>;
const isNewAccount = ({ requestType }: Kind): boolean => requestType === 'NewAccount';

/** The fields that only some requests have, which then require them. */
const furtherFields = {
  targetAccountName: {
    applies: ({ requestType }: Kind) => requestType === 'PasswordReset',
    message: 'Please enter the account name.',
  },
  environment: { applies: isNewAccount, message: 'Please choose an environment.' },
  citizenship: { applies: isNewAccount, message: 'Please enter your citizenship.' },
  designation: { applies: isNewAccount, message: 'Please choose a designation.' },
  organization: { applies: isNewAccount, message: 'Please enter your organization.' },
  grade: {
    applies: (kind: Kind) => isNewAccount(kind) && kind.designation === 'Military',
    message: 'Please enter your grade.',
  },
  companyName: {
    applies: (kind: Kind) => isNewAccount(kind) && kind.designation === 'Contractor',
    message: 'Please enter the company name.',
  },
} as const;

type FurtherField = keyof typeof furtherFields;
const furtherFieldNames = Object.keys(furtherFields) as readonly FurtherField[];

/** Whether a request of this type and designation has the field. */
export const appliesToRequest = (field: FurtherField, request: Kind): boolean => furtherFields[field].applies(request);

/** A request without the fields that do not apply to it. */
export const applicableFields = (request: AccessRequest): Partial<AccessRequest> =>
  Object.fromEntries(
    Object.entries(request).filter(
      ([name, value]) =>
        value !== '' && value !== null && (!(name in furtherFields) || appliesToRequest(name as FurtherField, request)),
    ),
  );

/** Checks also while other fields are at fault, so that all faults show at once. */
const always = { when: ({ value }: { readonly value: unknown }) => typeof value === 'object' && value !== null };

const withFurtherFields = <Schema extends z.ZodType<AccessRequest>>(schema: Schema): Schema =>
  furtherFieldNames.reduce(
    (checked, field) =>
      checked.refine((request) => !appliesToRequest(field, request) || Boolean(request[field]), {
        path: [field],
        message: furtherFields[field].message,
        ...always,
      }),
    schema.refine(
      ({ requestType, targetAccountName }) =>
        requestType !== 'PasswordReset' || !targetAccountName || isMailAddress(targetAccountName),
      { path: ['targetAccountName'], message: accessRequestMessages.mail, ...always },
    ),
  );

/** The form of the login page. */
export const accessRequestFormSchema = withFurtherFields(z.strictObject(formFields));

/** Body of POST /v1/accessrequest: the form, and properties that the server computes itself. */
export const accessRequestSchema = withFurtherFields(
  z.strictObject({ ...formFields, ...byName(computedAccessRequestFields, () => z.unknown().optional()) }),
);

/** The same answer to every accepted request. */
export const accessRequestAnswerSchema = z.object({ message: z.string() });

const labels: Readonly<Partial<Record<keyof AccessRequest, string>>> = {
  firstName: 'First name',
  middleInitial: 'Middle initial',
  lastName: 'Last name',
  suffix: 'Suffix',
  email: 'Email',
  phoneNumber: 'Phone number',
  targetAccountName: 'Target account name',
  environment: 'Environment',
  citizenship: 'Citizenship',
  designation: 'Designation',
  grade: 'Grade',
  organization: 'Organization',
  companyName: 'Company name',
};

const daysPlanned = 2;
const dayMilliseconds = 86_400_000;

/** The content of the work unit of a request. */
export const describeAccessRequest = (request: AccessRequest, now: Date) => {
  const given = applicableFields(request);
  const type = accessRequestTypeLabels[request.requestType];
  const label = `${type} Request`;
  const facts = Object.entries(labels).flatMap(([name, text]) => {
    const value = given[name as keyof AccessRequest];
    return value === undefined ? [] : [`${text}: ${String(value)}`];
  });
  return {
    title: given.environment ? `${given.environment} ${label}` : label,
    description: [
      `Request type: ${type}`,
      ...facts,
      ...Object.values(acknowledgements).map((statement) => `Confirmed: ${statement}`),
    ].join('\n'),
    stakeHolderFullName: [given.firstName, given.middleInitial, given.lastName, given.suffix]
      .filter((part) => part)
      .join(' ')
      .slice(0, lineLimit)
      .toWellFormed(),
    stakeHolderEmailAddress: request.email,
    stakeHolderPhoneNumber: request.phoneNumber,
    plannedStartTime: now.toISOString(),
    plannedFinishTime: new Date(now.getTime() + daysPlanned * dayMilliseconds).toISOString(),
    severityId: 'Sev3',
  } as const;
};
