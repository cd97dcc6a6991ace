import type { EmailTemplate } from '@cfs/contracts/email-templates';
import type { MailContent } from './mail-content.ts';
import { mailTemplates } from './mail-templates.ts';
import { createElement, renderToStaticMarkup } from './production-react.ts';
import { toPlainText } from './to-plain-text.ts';

/** Renders a mail as HTML and as plain text with the same content. Markup in the content is shown as text in both. */
export const renderMail = (template: EmailTemplate, content: MailContent): { html: string; text: string } => {
  const mail = createElement(mailTemplates[template], content);
  return { html: `<!DOCTYPE html>${renderToStaticMarkup(mail)}`, text: toPlainText(mail) };
};
