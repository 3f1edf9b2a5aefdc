import { templates } from '#domain/templates.ts'
import { templatesView, templateUsesView } from '#projections/templates.ts'
import { templateCommands } from '../commands/templates/routes.ts'
import { templateQueries } from '../queries/templates/routes.ts'
import type { Thing } from './thing.ts'

export const templatesThing: Thing = {
  rules: [templates],
  views: [templatesView, templateUsesView],
  routes: [templateQueries, templateCommands],
  accountData: {
    tables: {
      templates: {
        statement: `select id, name, description, tags, visibility, attributes, "createdAt" from templates
          where "userId" = @userId and "deletedAt" is null order by "createdAt", id`,
      },
    },
  },
}
