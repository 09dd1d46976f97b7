/** Whether the server renders this code as a page's HTML, where there is neither a window nor a device. */
export const isOnServer = typeof document === 'undefined';
