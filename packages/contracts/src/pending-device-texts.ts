/** Refuses a selection of too many pending devices. */
export const pendingDeviceBatchMessage = 'Please select fewer than 25 Devices.';
