import type { Route } from './routes.ts'
import type { Schema } from './values.ts'

const text: Schema = { type: 'string', maxLength: 100 }
const email: Schema = { type: 'string', enum: ['victim@example.org', 'nobody@example.org', 'ÿ@example.org'] }
const password: Schema = { type: 'string', enum: ['correct horse', 'wrong', 'x'.repeat(128)] }
const address: Schema = {
  type: 'string',
  enum: ['/', '/images', 'https://evil.example/', '//evil.example', 'javascript:alert(1)'],
}
const userId: Schema = { type: 'string', format: 'uuid' }
const flag: Schema = { type: 'boolean' }

/** What the authentication library answers under `/api/auth`: it describes itself in no schema of ours. */
const posts: Record<string, Record<string, Schema>> = {
  'sign-up/email': {
    name: text,
    email: { type: 'string', pattern: '^[a-z]{12}@example\\.org$' },
    password,
    callbackURL: address,
  },
  'sign-in/email': { email, password, rememberMe: flag, callbackURL: address },
  'sign-in/social': {
    provider: { type: 'string', enum: ['google', 'discord', 'x'] },
    callbackURL: address,
    idToken: {},
  },
  'sign-out': {},
  'request-password-reset': { email, redirectTo: address },
  'reset-password': { newPassword: password, token: text },
  'change-password': { newPassword: password, currentPassword: password, revokeOtherSessions: flag },
  'verify-password': { password },
  'change-email': { newEmail: email, callbackURL: address },
  'update-user': { name: text, image: text, role: text, banned: flag },
  'update-session': { token: text, userId, expiresAt: text },
  'delete-user': { password, token: text, callbackURL: address },
  'link-social': { provider: text, callbackURL: address },
  'unlink-account': { providerId: text, accountId: text },
  'get-access-token': { providerId: text, accountId: text, userId },
  'refresh-token': { providerId: text, accountId: text, userId },
  'send-verification-email': { email, callbackURL: address },
  'revoke-session': { token: text },
  'revoke-sessions': {},
  'revoke-other-sessions': {},
  'admin/set-role': { userId, role: { type: 'string', enum: ['user', 'auditor', 'admin', 'king'] } },
  'admin/ban-user': { userId, banReason: text, banExpiresIn: { type: 'integer', minimum: -1e15, maximum: 1e15 } },
  'admin/unban-user': { userId },
  'admin/list-user-sessions': { userId },
  'admin/revoke-user-session': { sessionToken: text },
  'admin/revoke-user-sessions': { userId },
  'admin/has-permission': { userId, permissions: {}, permission: {}, role: text },
  'admin/create-user': { name: text, email, password, role: text },
  'admin/update-user': { userId, data: {} },
  'admin/remove-user': { userId },
  'admin/set-user-password': { userId, newPassword: password },
}

const gets: Record<string, string[]> = {
  'get-session': ['disableCookieCache', 'disableRefresh'],
  'list-sessions': [],
  'list-accounts': [],
  'account-info': ['accountId', 'providerId'],
  'callback/{provider}': ['code', 'state', 'error'],
  'reset-password/{token}': ['callbackURL'],
  'verify-email': ['token', 'callbackURL'],
  'delete-user/callback': ['token', 'callbackURL'],
  'admin/list-users': [
    'searchValue',
    'searchField',
    'searchOperator',
    'limit',
    'offset',
    'sortBy',
    'sortDirection',
    'filterField',
    'filterValue',
    'filterOperator',
  ],
  'admin/get-user': ['id'],
  error: ['error', 'error_description'],
  ok: [],
  '{nothing}': [],
}

const field = (name: string) => ({ name, required: false, schema: text })

export const authRoutes: Route[] = [
  ...Object.entries(posts).map(([path, properties]) => ({
    method: 'POST',
    path: `/api/auth/${path}`,
    params: [],
    query: [],
    body: { type: 'object', properties, required: [] },
    form: undefined,
  })),
  ...Object.entries(gets).map(([path, query]) => ({
    method: 'GET',
    path: `/api/auth/${path}`,
    params: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => field(name)),
    query: query.map(field),
    body: undefined,
    form: undefined,
  })),
]
