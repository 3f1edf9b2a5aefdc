import { AdminLog } from '#domain/me.ts'
import { api } from '../app/api.ts'

const logApi = api.injectEndpoints({
  endpoints: (build) => ({
    adminLog: build.query<AdminLog, void>({
      query: () => 'admin/log',
      transformResponse: (body) => AdminLog.parse(body),
      extraOptions: { freshness: 'polled' },
    }),
  }),
})

const everyMs = 5_000

/** Where the log and the views are. Nothing tells of an event that is not projected yet, so it is asked, while somebody looks. */
export const useLogQuery = () =>
  logApi.useAdminLogQuery(undefined, {
    pollingInterval: everyMs,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  })
