let screenTitle = '';
let siteTitle = '';

/** Titles the page after the screen that is shown: 'Makanan · Lapau'. */
export function setScreenTitle(title: string): void {
  screenTitle = title;
  update();
}

/** Sets the end of the page's title: `site_title` of the settings. */
export function setSiteTitle(title: string): void {
  siteTitle = title;
  update();
}

function update(): void {
  document.title = [screenTitle, siteTitle].filter(Boolean).join(' · ');
}
