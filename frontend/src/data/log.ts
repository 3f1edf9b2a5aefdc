import { AdminLog } from '#domain/me.ts'
import { api } from '../base/api.ts'

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

/**
 * Positions of the log and of the views. Polled while the tab has focus, since unprojected events are not published.
 */
export const useLogQuery = () =>
  logApi.useAdminLogQuery(undefined, {
    pollingInterval: everyMs,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  })
