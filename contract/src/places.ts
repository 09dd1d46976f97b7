import * as z from 'zod/mini';
import { tidyKecamatan, tidyNagari, tidyPlace } from './area.ts';
import { limits } from './limits.ts';
import { line } from './text.ts';

const place = (name: string, tidy: (typed: string) => string) =>
  line(limits.addressPart, { name }).check(z.overwrite(tidy));

const requiredPlace = (name: string, tidy: (typed: string) => string) =>
  place(name, tidy).check(z.minLength(1, { error: `${name} wajib diisi.` }));

/** The name of a nagari, or empty. */
export const nagari = place('Nagari', tidyNagari);
export const requiredNagari = requiredPlace('Nagari', tidyNagari);

/** The name of a kecamatan, or empty. */
export const kecamatan = place('Kecamatan', tidyKecamatan);
export const requiredKecamatan = requiredPlace('Kecamatan', tidyKecamatan);

export const requiredCity = requiredPlace('Kabupaten/kota', tidyPlace);
export const requiredProvince = requiredPlace('Provinsi', tidyPlace);
