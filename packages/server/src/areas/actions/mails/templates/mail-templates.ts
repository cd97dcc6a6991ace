import type { EmailTemplate } from '@cfs/contracts/email-templates';
import type { FunctionComponent } from 'react';
import type { MailContent } from './mail-content.ts';
import { MailFacts, MailLinks, MailPage, MailText } from './mail-parts.ts';
import { createElement as h, Fragment } from './production-react.ts';

type Template = FunctionComponent<MailContent>;

const red = '#b3261e';
const green = '#1b7f3b';
const amber = '#9a6700';

const linksOf = ({ link }: MailContent) => h(MailLinks, { links: link ? [link] : [] });

/** Only the text, as its sender wrote it. */
const None: Template = ({ body, title }) =>
  h('html', { lang: 'en' }, h('head', null, h('title', null, title)), h('body', null, h(MailText, { children: body })));

/** Title, text and link. */
const Simple: Template = (content) =>
  h(MailPage, { title: content.title }, h(MailText, { children: content.body }), linksOf(content));

/** Title, text, facts and link. */
const Detailed: Template = (content) => h(MailPage, { title: content.title }, h(Whole, content));

const Whole: Template = (content) =>
  h(Fragment, null, h(MailText, { children: content.body }), h(MailFacts, { facts: content.facts }), linksOf(content));

const GeneralAlert: Template = (content) =>
  h(MailPage, { title: content.title, band: 'Alert', color: amber }, h(Whole, content));

const SOCAlert: Template = (content) =>
  h(
    MailPage,
    { title: content.title, band: 'Security alert', color: red },
    h(MailText, { children: 'Treat this message as confidential.' }),
    h(Whole, content),
  );

const AllClear: Template = (content) =>
  h(MailPage, { title: content.title, band: 'All clear', color: green }, h(Whole, content));

/** A rule match. */
const Rule: Template = (content) => h(MailPage, { title: content.title, band: 'Rule match' }, h(Whole, content));

/** The state of a communication, for staff only. */
const CfsInternalWuCommNotification: Template = (content) =>
  h(
    MailPage,
    { title: content.title, band: 'Internal notification', color: amber },
    h(MailFacts, { facts: content.facts }),
    h(MailText, { children: content.body }),
    linksOf(content),
  );

const ResolutionCenterCreated: Template = (content) =>
  h(
    MailPage,
    { title: 'We have received your request' },
    h(MailText, { children: 'Thank you. We look into it and keep you informed.' }),
    h(MailFacts, { facts: content.facts }),
    h(MailText, { children: content.body }),
    linksOf(content),
  );

const ResolutionCenterResolved: Template = (content) =>
  h(
    MailPage,
    { title: 'Your request has been resolved', color: green },
    h(MailFacts, { facts: content.facts }),
    h(MailText, { children: content.body }),
    h(MailText, { children: 'How did we do? One click is enough.' }),
    h(MailLinks, { links: content.choices ?? [] }),
    linksOf(content),
  );

/** The component of each template, by name (docs/reference/actions.md#send-email). */
export const mailTemplates: Readonly<Record<EmailTemplate, Template>> = {
  None,
  Simple,
  Detailed,
  GeneralAlert,
  AllClear,
  SOCAlert,
  Rule,
  CfsInternalWuCommNotification,
  ResolutionCenterCreated,
  ResolutionCenterResolved,
};
