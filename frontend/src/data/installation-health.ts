import type { CheckName } from '#domain/checks.ts'
import { InstallationHealth } from '#projections/health-answers.ts'
import { api } from '../app/api.ts'

/** Polled while the screen is open, because admins receive no events of the installation. */
const healthApi = api.injectEndpoints({
  endpoints: (build) => ({
    installationHealth: build.query<InstallationHealth, void>({
      query: () => 'admin/health',
      transformResponse: (body) => InstallationHealth.parse(body),
      providesTags: ['health'],
      extraOptions: { freshness: 'polled' },
    }),
    runCheck: build.mutation<unknown, CheckName>({
      query: (name) => ({ url: `admin/health/checks/${name}`, method: 'POST', body: {} }),
      invalidatesTags: ['health'],
    }),
  }),
})

export const { useInstallationHealthQuery, useRunCheckMutation } = healthApi
