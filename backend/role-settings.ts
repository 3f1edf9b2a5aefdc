import { type Config, localOrigins } from './config.ts'
import { installationFacts } from './installation.ts'

// Requests per minute: `files` of a gallery come in dozens, a generation costs a worker seconds.
const limits = {
  everyone: 600,
  files: 3_000,
  generation: 20,
  passwords: 10,
  // Two of the largest changes at once, then one in 17 s: at most 1 % of a processor. People who type need 20 units a second.
  editing: { perSecond: 300, burst: 10_000 },
  reading: { perSecond: 2_000, burst: 60_000 },
  // The largest upload in a second. A network of 250 Mbit/s is not slowed down.
  fileBytes: { perSecond: 32 * 2 ** 20, burst: 32 * 2 ** 20 },
  // A page sends some 20 requests, of which each takes 5 ms.
  requestsAtOnce: 4,
  requestsInProgress: 500,
}
const unlimited = { perSecond: 1e9, burst: 1e9 }
const noLimits = {
  everyone: 1e9,
  files: 1e9,
  generation: 1e9,
  passwords: 1e9,
  editing: unlimited,
  reading: unlimited,
  fileBytes: { perSecond: 1e12, burst: 1e12 },
  requestsAtOnce: 0,
  requestsInProgress: 0,
}

/** Returns those options of `startRoles` that depend on the settings alone. */
export const settingsForRoles = (config: Config, port: number) => ({
  roles: config.roles,
  trustProxy: config.trustProxy,
  experiments: config.experiments,
  influencers: config.influencers,
  supportContact: config.supportContact,
  installation: installationFacts(config, process.env),
  links: config.links,
  welcomeCredits: config.welcomeCredits,
  imageDeadlineMs: config.imageDeadlineMs,
  modelDeadlineMs: config.modelDeadlineMs,
  minisShopMail: config.minisShopMail,
  origins: [...config.origins, ...(config.baseUrl ? [] : localOrigins(port))],
  limits: config.rateLimits ? limits : noLimits,
  quotas: config.quotas,
  receipts: config.receipts,
  receiptYears: config.receiptYears,
  concurrency: config.jobsAtOnce,
  metricsToken: config.metricsToken,
})
