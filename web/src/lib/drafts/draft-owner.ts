/** The owner of what is typed before anybody is signed in; deleted when somebody signs in (draft-store.ts). */
export const guest = 'guest';
