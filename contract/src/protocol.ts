/*
 * An app that a device has kept may be older than the server, or newer while an operator goes back. Apps and servers of neighbouring
 * releases work together: a release that takes something away which the app of the release before needs keeps it for that app.
 */

/** The protocol of this release's app and server. A release raises it by one if the apps of the release before the last would fail. */
export const protocol = 1;

/** The oldest protocol that this server speaks, never newer than that of the release before. An app with an older one reloads itself. */
export const oldestProtocol = 1;

/** The header by which every answer tells oldestProtocol. */
export const oldestProtocolHeader = 'lapau-oldest-protocol';

/**
 * The header by which a page or its worker says whose page it is, or whose change a call sends. Somebody else may have signed in on the
 * device since: the server then refuses a call that needs a session with other_account, so that nothing is changed as another person
 * (D84). A sign-out says by this header whose session it is to end.
 */
export const accountHeader = 'lapau-account';

/**
 * The header by which an upload names its photo, with an id of the client's (D59): a photo whose answer was lost is not stored twice, and
 * can be asked for by that name.
 */
export const photoHeader = 'lapau-photo';

/**
 * The header by which a sign-out says which session it is to end, as it may come late (D83): somebody else has signed in on the device
 * since then, and stays signed in.
 */
export const sessionHeader = 'lapau-session';
