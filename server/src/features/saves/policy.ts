/** Whether somebody can ask to be told when a post is cooked again: it is a dish of somebody else's stall. */
export const mayAwait = (
  person: { id: string },
  post: { user_id: string; is_admin_post: boolean } | undefined,
): boolean => post !== undefined && !post.is_admin_post && post.user_id !== person.id;
