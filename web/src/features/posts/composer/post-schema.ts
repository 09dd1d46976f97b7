import { create_warung_post } from '@lapau/contract/admin-warungs';
import { create_admin_post, create_post } from '@lapau/contract/posts';
import * as z from 'zod/mini';

/** `menu` is a dish of one's own stall, `warung` one that an admin adds to any stall, `admin` a general post of the admins. */
export type PostKind = 'menu' | 'warung' | 'admin';

const notTyped = { id: true, images: true } as const;
const dish = z.omit(create_post.input, notTyped).shape;
const adminPost = z.omit(create_admin_post.input, notTyped).shape;

/** The typed fields of each kind's form; a draft also has the fields of the other kinds. */
export const postSchemas = {
  menu: z.object(dish),
  warung: z.object({ ...dish, price: create_warung_post.input.shape.price }),
  admin: z.object(adminPost),
};

/** A field of any kind. */
export type PostField = { [Kind in PostKind]: keyof (typeof postSchemas)[Kind]['shape'] }[PostKind];

/** The name of each field, in the order in which two versions that differ are shown. */
export const postLabels: Record<PostField, string> = {
  food_name: 'Nama',
  price: 'Harga',
  seller_name: 'Nama sumber',
  link_url: 'Tautan',
  description: 'Deskripsi',
};
export const postFields = Object.keys(postLabels) as PostField[];
