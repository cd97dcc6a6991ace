let reloading = false;

/** Whether the portal is reloading the page. The browser then shows no confirmation of its own. */
export const isReloading = (): boolean => reloading;

/** Reloads the page without a confirmation by the browser. */
export const reloadPage = (): void => {
  reloading = true;
  window.location.reload();
};
