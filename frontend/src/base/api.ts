import { createApi } from '@reduxjs/toolkit/query/react'
import { isCapability } from '#domain/entitlements.ts'
import { openOverlay } from './overlay.ts'
import { createRequest, type Done } from './request.ts'
import { awaitSessionEnding, isForEveryone, leaveForSignIn, refreshSession } from './session.ts'
import { isLeaving } from './unsaved.ts'

const done: Done = { position: null }

const request = createRequest({
  done,
  baseUrl: '/api',
  isOpen: () => isForEveryone(location.pathname),
  refreshSession,
  isLeaving,
  readable: awaitSessionEnding,
  signOut: leaveForSignIn,
  // Every rejection for lack of a plan opens the dialog about plans that include the capability.
  refused: ({ code, facts: { wanted } }, dispatch) => {
    if (code === 'plan_required' && isCapability(wanted)) openOverlay({ kind: 'upgrade', wanted })
    // The user's role has changed. Auditors receive no messages, so it is fetched.
    if (code === 'auditors_only' || code === 'audit_only') dispatch(api.util.invalidateTags(['me']))
  },
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
})

/** Every query and mutation is injected here by its feature. Responses are stale after 2 minutes and cached for 10. */
export const api = createApi({
  baseQuery: request,
  tagTypes: [
    'me',
    'email',
    'security',
    'support',
    'connections',
    'credits',
    'campaigns',
    'members',
    'invitations',
    'files',
    'images',
    'users',
    'reconciliations',
    'coupons',
    'health',
    'installation',
    'collections',
    'conjurations',
    'segments',
    'trash',
    'writings',
    'conversations',
    'models',
    'transcripts',
    'templates',
    'billing',
    'exports',
    'audited',
  ],
  keepUnusedDataFor: 600,
  refetchOnMountOrArgChange: 120,
  refetchOnFocus: false,
  refetchOnReconnect: false,
  endpoints: () => ({}),
})

/** Forgets this tab's last command after the server's log was replaced: reads need not wait for it. */
export const forgetDone = (): void => {
  done.position = null
}

/** Returns the log position of a response; the beginning of the log if the response has none. */
export const positionOf = (meta: { position: string | null } | undefined): string => meta?.position ?? '0'
