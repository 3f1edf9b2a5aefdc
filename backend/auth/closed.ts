/**
 * What the authentication library could answer and does not. Together with what is open (`http/auth-endpoints.ts`) it is
 * everything there is: an address that a new version brings is in neither, and a test says so.
 */
export const closedPaths: readonly string[] = [
  // What would change an account behind its history's back, or destroy it,
  ...['/admin/remove-user', '/admin/set-user-password', '/admin/create-user', '/admin/update-user'],
  ...['/delete-user', '/delete-user/callback', '/change-email', '/update-session'],
  // what tells a right password from a wrong one and nothing else,
  '/verify-password',
  // what hands out tokens, one's own among them, or takes those of others,
  ...['/list-sessions', '/admin/list-user-sessions', '/admin/revoke-user-session'],
  ...['/get-access-token', '/refresh-token', '/account-info'],
  // and what nobody needs: links to verify an address are our own, and so are the routes of administrators.
  ...['/verify-email', '/send-verification-email', '/admin/get-user', '/admin/list-users'],
  ...['/admin/revoke-user-sessions', '/admin/has-permission', '/ok'],
]
