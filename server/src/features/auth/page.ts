import { loginLink, readLoginLink } from '@lapau/contract/links';
import type { PagePart } from '../../platform/http/page-parts.ts';

/** Puts the token of a mailed link back into the fragment, where a program has moved it out of: the page would send it on in Referer headers. */
export const authPage: PagePart = {
  leadsTo: (address) => {
    const link = readLoginLink(address);
    return link && loginLink('', link.opens, link.token ?? '');
  },
};
