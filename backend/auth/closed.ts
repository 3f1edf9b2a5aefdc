/**
 * Paths of the authentication library that are not served. Together with the served ones (`http/auth-endpoints.ts`) the
 * list is complete: a test fails if a new version of the library adds a path.
 */
export const unservedPaths: readonly string[] = [
  // paths that would change an account without its history, or destroy it,
  ...['/admin/remove-user', '/admin/set-user-password', '/admin/create-user', '/admin/update-user'],
  ...['/delete-user', '/delete-user/callback', '/change-email', '/update-session'],
  // a path that removes any way to sign in, also the password: `DELETE /users/me/connections/google` removes Google's alone,
  '/unlink-account',
  // paths that only reveal if a password is right,
  '/verify-password',
  // paths that return tokens, including the user's own, or revoke those of others,
  ...['/list-sessions', '/admin/list-user-sessions', '/admin/revoke-user-session'],
  ...['/get-access-token', '/refresh-token', '/account-info'],
  // and unused ones: this application has its own links to verify an address, and its own admin routes.
  ...['/verify-email', '/send-verification-email', '/admin/get-user', '/admin/list-users'],
  ...['/admin/revoke-user-sessions', '/admin/has-permission', '/ok'],
]
