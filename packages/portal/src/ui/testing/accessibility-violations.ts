import axe from 'axe-core';

/** Rules about whole pages, which do not apply to a component. */
const pageRules = ['region', 'landmark-one-main', 'page-has-heading-one'];

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));

/** Waits for animations and transitions; an inherited colour starts one per frame and level. */
const animationsFinished = async (): Promise<void> => {
  do await nextFrame();
  while (document.getAnimations().length > 0);
};

/** The axe violations on the page, one line each. */
export const accessibilityViolations = async (): Promise<readonly string[]> => {
  await animationsFinished();
  const rules = Object.fromEntries(pageRules.map((rule) => [rule, { enabled: false }]));
  const { violations } = await axe.run(document, { resultTypes: ['violations'], rules });
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
};
