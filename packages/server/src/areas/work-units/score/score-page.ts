import type { ExperienceScore } from '@cfs/contracts/work-unit-enumerations';
import { plainPage, type PlainPage } from '../../../platform/http/plain-page.ts';
import { html } from '../../../platform/openapi/html.ts';

/** The page that a link opens: it shows the chosen score, and its button submits it. It reveals nothing of the unit. */
export const scorePage = (page: Omit<PlainPage, 'title'>, score: ExperienceScore): string =>
  plainPage(
    { ...page, title: 'Your rating' },
    html`<h1>How did we resolve your request?</h1>
      <p>Your rating: <strong>${score}</strong></p>
      <form method="post"><button type="submit">Send my rating</button></form>`,
  );
