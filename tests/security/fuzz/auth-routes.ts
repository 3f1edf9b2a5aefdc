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

/** What the authentication library answers under `/api/auth`: its schemas are in no description. */
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
  'change-password': { newPassword: password, currentPassword: password },
  'update-user': { name: text, image: text, role: text, banned: flag },
  'link-social': { provider: text, callbackURL: address },
  'revoke-session': { token: text },
  'revoke-sessions': {},
  'revoke-other-sessions': {},
  'admin/set-role': { userId, role: { type: 'string', enum: ['user', 'auditor', 'admin', 'king'] }, reason: text },
  'admin/ban-user': { userId, banReason: text, banExpiresIn: { type: 'integer', minimum: -1e15, maximum: 1e15 } },
  'admin/unban-user': { userId, reason: text },
  'admin/impersonate-user': { userId, reason: text },
  'admin/stop-impersonating': {},
}

const gets: Record<string, string[]> = {
  'get-session': ['disableCookieCache', 'disableRefresh'],
  'list-accounts': [],
  'callback/{provider}': ['code', 'state', 'error'],
  'reset-password/{token}': ['callbackURL'],
  error: ['error', 'error_description'],
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
