/** Puts the number of unread things on the app's icon, where the system has such badges and the app is installed. */
export async function setIconBadge(unread: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return;
  await (unread > 0 ? navigator.setAppBadge(unread) : navigator.clearAppBadge()).catch(() => undefined);
}
