import { linkTarget } from '@lapau/contract/previews';
import { costs } from '../../platform/http/costs.ts';
import type { PagePart } from '../../platform/http/page-parts.ts';

/** A stall with its menu, for members. */
export const warungsPage: PagePart = {
  boot: ({ pathname, member }) => {
    const target = member === null ? undefined : linkTarget(pathname);
    if (target?.kind !== 'warungs') return undefined;
    const of = { warung_id: target.id };
    return { inputs: { get_warung: of, get_warung_menu: of }, units: costs.warungOnPage };
  },
};
