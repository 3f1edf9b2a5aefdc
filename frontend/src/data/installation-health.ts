import type { CheckName } from '#domain/checks.ts'
import { Installation, InstallationHealth } from '#projections/health-answers.ts'
import { api } from '../base/api.ts'

/** Polled while the screen is open, because admins receive no events of the installation. */
const healthApi = api.injectEndpoints({
  endpoints: (build) => ({
    installationHealth: build.query<InstallationHealth, void>({
      query: () => 'admin/health',
      transformResponse: (body) => InstallationHealth.parse(body),
      providesTags: ['health'],
      extraOptions: { freshness: 'polled' },
    }),
    installation: build.query<Installation, void>({
      query: () => 'admin/installation',
      transformResponse: (body) => Installation.parse(body),
      providesTags: ['installation'],
      extraOptions: { freshness: 'polled' },
    }),
    /** The text of CHANGELOG.md, which changes only with the version. */
    changelog: build.query<string, void>({
      query: () => 'admin/installation/changelog',
      transformResponse: ({ text }: { text: string }) => text,
      extraOptions: { freshness: 'constant' },
    }),
    sendTestMail: build.mutation<{ to: string; by: 'mail server' | 'outbox'; failure: string | null }, void>({
      query: () => ({ url: 'admin/installation/test-mail', method: 'POST', body: {} }),
      invalidatesTags: ['installation'],
    }),
    runCheck: build.mutation<unknown, CheckName>({
      query: (name) => ({ url: `admin/health/checks/${name}`, method: 'POST', body: {} }),
      invalidatesTags: ['health'],
    }),
  }),
})

export const {
  useInstallationHealthQuery,
  useInstallationQuery,
  useChangelogQuery,
  useSendTestMailMutation,
  useRunCheckMutation,
} = healthApi
