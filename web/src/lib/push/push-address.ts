/** A browser's subscription as the server stores it. */
export function pushAddress(subscription: PushSubscription) {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint, p256dh: keys?.['p256dh'], auth: keys?.['auth'] };
}
