import { EventsTogether, Findings, StreamState } from '#domain/event-answers.ts'
import { AdminEventDetail, AdminEvents, AdminStreams } from '#domain/me.ts'
import { api } from '../base/api.ts'

/** Filters of the server's query. The list is read backwards from now, so that a time range needs no parameter. */
export interface EventsArg {
  userId: string
  /** Empty, like the other fields: no filter. */
  type: string
  /** A stream, or a whole category of them. */
  stream: string
  /** A user's id, or `system`. */
  actor: string
  /** Words in the data, an id, or a position. */
  q: string
  correlation: string
  /** Only events before this log position; empty for all. */
  until: string
}

const pageSize = 200

const given = (params: Record<string, string | null>) =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null && value !== ''))

const eventsApi = api.injectEndpoints({
  endpoints: (build) => ({
    adminEvents: build.infiniteQuery<AdminEvents, EventsArg, string | null>({
      query: ({ queryArg: { userId, correlation, until, ...filters }, pageParam }) => ({
        url: `admin/users/${userId}/events`,
        params: { ...given({ ...filters, correlationId: correlation, before: pageParam ?? until }), limit: pageSize },
      }),
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ next }) => next ?? undefined,
      },
      transformResponse: (body) => AdminEvents.parse(body),
      // A reopened screen must show current data, and the cached pages may be many.
      keepUnusedDataFor: 0,
      extraOptions: { freshness: 'screen' },
    }),

    adminStreams: build.query<AdminStreams, { userId: string; search: string }>({
      query: ({ userId, search }) => ({ url: `admin/users/${userId}/streams`, params: { search } }),
      transformResponse: (body) => AdminStreams.parse(body),
      keepUnusedDataFor: 30,
      extraOptions: { freshness: 'opened' },
    }),

    /** An event never changes, but what it caused may grow. */
    adminEvent: build.query<AdminEventDetail, string>({
      query: (id) => `admin/events/${id}`,
      transformResponse: (body) => AdminEventDetail.parse(body),
      keepUnusedDataFor: 30,
      extraOptions: { freshness: 'opened' },
    }),

    eventsTogether: build.query<EventsTogether, string>({
      query: (id) => `admin/events/${id}/together`,
      transformResponse: (body) => EventsTogether.parse(body),
      keepUnusedDataFor: 30,
      extraOptions: { freshness: 'opened' },
    }),

    streamState: build.query<StreamState, { stream: string; revision: number }>({
      query: ({ stream, revision }) => ({ url: `admin/streams/${stream}/state`, params: { revision } }),
      transformResponse: (body) => StreamState.parse(body),
      keepUnusedDataFor: 30,
      extraOptions: { freshness: 'constant' },
    }),

    find: build.query<Findings, string>({
      query: (q) => ({ url: 'admin/find', params: { q } }),
      transformResponse: (body) => Findings.parse(body),
      keepUnusedDataFor: 0,
      extraOptions: { freshness: 'opened' },
    }),
  }),
})

export const {
  useAdminEventsInfiniteQuery,
  useAdminStreamsQuery,
  useAdminEventQuery,
  useEventsTogetherQuery,
  useStreamStateQuery,
  useFindQuery,
} = eventsApi
