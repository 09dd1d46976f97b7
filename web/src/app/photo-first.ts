// A page with a photo in its first paint starts with this file. On a slow line the app's code would take most of the bandwidth
// and hold the photo back for seconds. The code is therefore requested once the photo is there; it arrives hardly later, as the
// line is busy all the time.
const longestWaitMs = 3_000;

const photo = document.querySelector<HTMLImageElement>('#root img[fetchpriority="high"]');
const code = document.querySelector<HTMLTemplateElement>('#code');

const loadApp = () => code && document.head.append(code.content);

if (!photo || photo.complete) loadApp();
else {
  const settled = new AbortController();
  const once = { once: true, signal: settled.signal };
  const load = () => {
    settled.abort();
    loadApp();
  };
  photo.addEventListener('load', load, once);
  photo.addEventListener('error', load, once);
  setTimeout(load, longestWaitMs);
}
