import axe from 'axe-core';

/** Rules about a whole page, which a component alone cannot meet. */
const pageRules = ['region', 'landmark-one-main', 'page-has-heading-one'];

/** What keeps people from using what is on the page, a line for each fault. */
export const accessibilityFaults = async (): Promise<readonly string[]> => {
  await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
  const rules = Object.fromEntries(pageRules.map((rule) => [rule, { enabled: false }]));
  const { violations } = await axe.run(document, { resultTypes: ['violations'], rules });
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
};
