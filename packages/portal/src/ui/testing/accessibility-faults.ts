import axe from 'axe-core';

/** Rules about a whole page, which a component alone cannot meet. */
const pageRules = ['region', 'landmark-one-main', 'page-has-heading-one'];

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));

/** Waits until nothing moves and no colour is on its way; one that is inherited travels an element a frame. */
const atRest = async (): Promise<void> => {
  do await nextFrame();
  while (document.getAnimations().length > 0);
};

/** What keeps people from using what is on the page, a line for each fault. */
export const accessibilityFaults = async (): Promise<readonly string[]> => {
  await atRest();
  const rules = Object.fromEntries(pageRules.map((rule) => [rule, { enabled: false }]));
  const { violations } = await axe.run(document, { resultTypes: ['violations'], rules });
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
};
