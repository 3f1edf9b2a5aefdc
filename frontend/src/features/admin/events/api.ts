import { AdminEventDetail, AdminEvents } from '#domain/me.ts'
import { api } from '../../../app/api.ts'
import type { EventFilters } from './filters.ts'

/** What the server narrows by; the time range needs no asking, because the list goes back from now. */
export interface EventsArg extends Pick<EventFilters, 'type' | 'stream' | 'actor' | 'correlation'> {
  userId: string
}

const pageSize = 100

const given = (params: Record<string, string | null>) =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null && value !== ''))

const eventsApi = api.injectEndpoints({
  endpoints: (build) => ({
    adminEvents: build.infiniteQuery<AdminEvents, EventsArg, string | null>({
      query: ({ queryArg: { userId, correlation, ...filters }, pageParam: before }) => ({
        url: `admin/users/${userId}/events`,
        params: { ...given({ ...filters, correlationId: correlation, before }), limit: pageSize },
      }),
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ next }) => next ?? undefined,
      },
      transformResponse: (body) => AdminEvents.parse(body),
      // Whoever comes back wants what is true now, and the pages may be many.
      keepUnusedDataFor: 0,
    }),

    /** An event never changes, but what it caused may grow. */
    adminEvent: build.query<AdminEventDetail, string>({
      query: (id) => `admin/events/${id}`,
      transformResponse: (body) => AdminEventDetail.parse(body),
      keepUnusedDataFor: 30,
    }),
  }),
})

export const { useAdminEventsInfiniteQuery, useAdminEventQuery } = eventsApi
