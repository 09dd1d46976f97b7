import { withDefaults } from '@lapau/contract/setting-defaults';
import { escapeHtml } from '../../platform/http/escape.ts';
import type { PagePart } from '../../platform/http/page-parts.ts';

/** Writes the site's title and icon into the page; the installed app has the same name. */
export const settingsPage: PagePart = {
  boot: () => ({ inputs: { get_app_settings: {} } }),
  fill: (html, { data }) => {
    const { site_title: title, favicon_url: icon } = withDefaults(data.get_app_settings);
    return html
      .replace('<!--site-title-->', () => escapeHtml(title))
      .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
      .replace(/<link rel="icon"[^>]*>/, (link) => (icon ? `<link rel="icon" href="${escapeHtml(icon)}">` : link));
  },
  manifest: ({ get_app_settings: settings }) => {
    const { site_title: title } = withDefaults(settings);
    return { name: title, short_name: title };
  },
};
