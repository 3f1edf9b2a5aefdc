import { differs } from '#domain/audit-replay-answers.ts'
import { onlyArgument, WrongUsage } from '../platform/arguments.ts'
import { CannotStart } from '../platform/cannot-start.ts'
import { compare } from '../projections/compare.ts'
import { compareAccount } from '../projections/compare-account.ts'
import { isOwn, views } from '../things.ts'
import { accountId } from './account-id.ts'
import type { Subcommand } from './subcommand.ts'

/** Compares views with a replay of the log: those of one account, some views, or all. */
export const diff: Subcommand = {
  usage: 'all | <view> … | account <id|email>',
  async run([first, ...rest], { pool, postgres, store, signal }) {
    if (first === undefined) throw new WrongUsage('all, a view or account is missing.')
    if (first === 'account') {
      const given = onlyArgument(rest, '<id|email>')
      const answer = await compareAccount({ store, pool }, await accountId({ pool, store }, given))
      return { answer, differs: answer.views.some(differs) }
    }
    const answer = await compare({ tables: chosen([first, ...rest]), isOwn, store, postgres, signal })
    return { answer, differs: answer.some(differs) }
  },
}

const chosen = (names: readonly string[]) => {
  if (names.length === 1 && names[0] === 'all') return views
  const unknown = names.filter((name) => !views.some(({ view }) => view.table === name))
  if (unknown.length > 0)
    throw new CannotStart(
      `There is no view ${unknown.join(', ')}. There are: ${views.map(({ view }) => view.table).join(', ')}.`,
    )
  return views.filter(({ view }) => names.includes(view.table))
}
