import { create_admin_post, create_post } from '@lapau/contract/posts';
import * as z from 'zod/mini';

/** `menu` is a dish of a stall, `admin` a general post of the admins. */
export type PostKind = 'menu' | 'admin';

const { food_name, price, description } = create_post.input.shape;
const { link_url, seller_name } = create_admin_post.input.shape;

/** What is typed into the form of each kind; a draft also has the other kind's fields. */
export const postSchemas = {
  menu: z.object({ food_name, price, description }),
  admin: z.object({ food_name, seller_name, link_url, description }),
};

/** A field of either kind. */
export type PostField = { [Kind in PostKind]: keyof (typeof postSchemas)[Kind]['shape'] }[PostKind];
