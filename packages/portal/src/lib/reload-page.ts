let reloading = false;

/** Whether the portal has begun to reload the page: the browser asks about nothing then. */
export const isReloading = (): boolean => reloading;

/** Reloads the page without a question of the browser. */
export const reloadPage = (): void => {
  reloading = true;
  window.location.reload();
};
