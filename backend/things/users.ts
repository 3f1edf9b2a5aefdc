import { sessions } from '#domain/sessions.ts'
import { users } from '#domain/users.ts'
import { accountsView } from '#projections/accounts.ts'
import { outboxRoutes } from '../commands/admin/outbox.ts'
import { adminCommands } from '../commands/users/admin.ts'
import { connectionRoutes } from '../commands/users/connections.ts'
import { emailCommands } from '../commands/users/email.ts'
import { ownAccountCommands } from '../commands/users/own-account.ts'
import { securityRoutes } from '../commands/users/security.ts'
import { standingCommands } from '../commands/users/standing.ts'
import { storyVaultCommands } from '../commands/users/story-vault.ts'
import { adminEventQueries } from '../queries/admin/events.ts'
import { adminFindQueries } from '../queries/admin/find.ts'
import { adminLogQueries } from '../queries/admin/log.ts'
import { streamStateQueries } from '../queries/admin/streams.ts'
import { adminUserQueries } from '../queries/admin/users.ts'
import { experimentQueries } from '../queries/experiments.ts'
import { emailQueries } from '../queries/users/email.ts'
import { userQueries } from '../queries/users/routes.ts'
import { endPlans } from '../reactors/end-plans.ts'
import { grantPlanCredits, grantTierCredits } from '../reactors/grant-plan-credits.ts'
import { welcomeUsers } from '../reactors/welcome-users.ts'
import type { Thing } from './thing.ts'

export const usersThing: Thing = {
  rules: [users, sessions],
  views: [accountsView],
  routes: [
    userQueries,
    ownAccountCommands,
    emailQueries,
    emailCommands,
    securityRoutes,
    connectionRoutes,
    adminUserQueries,
    adminEventQueries,
    streamStateQueries,
    adminFindQueries,
    adminLogQueries,
    adminCommands,
    standingCommands,
    outboxRoutes,
    storyVaultCommands,
    experimentQueries,
  ],
  reactors: ({ welcomeCredits, sendsMail }) => [
    welcomeUsers({ amount: welcomeCredits, sendsMail }),
    grantPlanCredits,
    grantTierCredits,
    endPlans,
  ],
  accountData: {
    // Tokens and keys of providers are not part of it.
    tables: {
      account: {
        statement: `select u.id, u.name, u.email, u."emailVerified", u."createdAt", a.onboarded, a."marketingOptIn", a."allowNSFW",
            a."discordHandle", a."initialTrackingData",
            (select coalesce(json_agg(t.type order by t.type), '[]') from auth.user_tokens t where t."userId" = u.id) as "userTokens"
          from auth."user" u left join accounts a on a.id::text = u.id where u.id = @userId::text`,
      },
      'sign-ins': {
        statement: `select s."createdAt" as "signedInAt", s."updatedAt" as "usedAt", s."userAgent", s."ipAddress"
          from auth.session s where s."userId" = @userId::text and s."impersonatedBy" is null order by s."createdAt"`,
        hasCsv: true,
      },
    },
  },
}
