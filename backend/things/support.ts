import { replyTemplates } from '#domain/reply-templates.ts'
import { support } from '#domain/support.ts'
import { supportAnswersView, supportRequestsView } from '#projections/support-requests.ts'
import { supportInbox, supportInboxCommands } from '../commands/support/inbox.ts'
import { replyTemplateRoutes } from '../commands/support/reply-templates.ts'
import { supportRequests, visitorSupportRequests } from '../commands/support/requests.ts'
import { supportScreenshots } from '../commands/support/screenshots.ts'
import { eraseVisitorRequests, removeScreenshots } from '../reactors/erase-support.ts'
import { mailSupport } from '../reactors/mail-support.ts'
import type { Thing } from './thing.ts'

export const supportThing: Thing = {
  rules: [support, replyTemplates],
  views: [supportRequestsView, supportAnswersView],
  routes: [
    supportRequests,
    visitorSupportRequests,
    supportScreenshots,
    supportInbox,
    supportInboxCommands,
    replyTemplateRoutes,
  ],
  reactors: ({ pool, files, mailer, baseUrl, supportContact }) => [
    mailSupport(pool, { mailer, baseUrl, supportContact }),
    eraseVisitorRequests(pool),
    removeScreenshots({ pool, files }),
  ],
  storedFiles: {
    folders: [support.category],
    named: `select screenshot->>'key' as name from support_requests where id = any(@ids::uuid[])`,
    owned: `select screenshot->>'key' as key from support_requests where "userId" = @userId and screenshot is not null`,
  },
  accountData: {
    tables: {
      'support-requests': {
        statement: `select r.id, r.type, r.description, r.diagnostics, r.status, r."createdAt",
            (select coalesce(json_agg(json_build_object('text', s.text, 'answeredAt', s."createdAt") order by s."createdAt"), '[]')
              from support_answers s where s."requestId" = r.id) as answers
          from support_requests r where r."userId" = @userId order by r."createdAt", r.id`,
      },
    },
    files: {
      folder: 'Support',
      statement: `select 'Screenshot ' || to_char("createdAt", 'YYYY-MM-DD') || substring(screenshot->>'key' from '\\.[a-z0-9]+$') as name,
          screenshot->>'key' as key from support_requests where "userId" = @userId and screenshot is not null order by "createdAt", id`,
    },
  },
}
