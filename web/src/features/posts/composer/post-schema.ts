import { create_warung_post } from '@lapau/contract/admin-warungs';
import { create_admin_post, create_post } from '@lapau/contract/posts';
import * as z from 'zod/mini';

/** `menu` is a dish of one's own stall, `warung` one that an admin adds to any stall, `admin` a general post of the admins. */
export type PostKind = 'menu' | 'warung' | 'admin';

const { food_name, price, description } = create_post.input.shape;
const { link_url, seller_name } = create_admin_post.input.shape;

/** What is typed into the form of each kind; a draft also has the other kinds' fields. */
export const postSchemas = {
  menu: z.object({ food_name, price, description }),
  warung: z.object({ food_name, price: create_warung_post.input.shape.price, description }),
  admin: z.object({ food_name, seller_name, link_url, description }),
};

/** A field of any kind. */
export type PostField = { [Kind in PostKind]: keyof (typeof postSchemas)[Kind]['shape'] }[PostKind];
