import { loginLink, readLoginLink } from '@lapau/contract/links';
import type { PagePart } from '../../platform/http/page-parts.ts';

/** Puts a mailed link's token back into the fragment if a program has moved it: else Referer headers would pass it on. */
export const authPage: PagePart = {
  leadsTo: (address) => {
    const link = readLoginLink(address);
    return link && loginLink('', link.opens, link.token ?? '');
  },
};
