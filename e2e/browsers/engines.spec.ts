import { expect, test } from './story.ts';

test('what a page complains about is noticed, also after it has been loaded again', async ({ open, tab }) => {
  const complain = (what: string) => {
    window.console.error(`${what} on the console`);
    setTimeout(() => {
      throw new Error(`${what} exception`);
    });
    void Promise.reject(new Error(`${what} rejection`));
  };
  const errors: string[] = [];
  const noticed = async () => {
    errors.push(...(await tab.takeErrors()));
    return ['on the console', 'exception', 'rejection'].filter((kind) => errors.some((error) => error.includes(kind)));
  };
  await open('/login');
  for (const what of ['a first', 'a second']) {
    await tab.call(complain, what);
    await expect.poll(noticed).toEqual(['on the console', 'exception', 'rejection']);
    expect(errors.every((error) => error.includes(what))).toBe(true);
    errors.length = 0;
    await tab.reload();
  }
});

for (const visit of ['first', 'second']) {
  test(`a tab is a phone’s that has not been here before: the ${visit} visit`, async ({ open, tab }) => {
    await open('/login');
    const found = await tab.call(() => {
      const before = [document.cookie, localStorage.getItem('visited')];
      document.cookie = 'visited=yes';
      localStorage.setItem('visited', 'yes');
      return { before, size: [window.innerWidth, window.innerHeight] };
    });
    expect(found).toEqual({ before: ['', null], size: [360, 740] });
  });
}
