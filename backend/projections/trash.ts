import type { MessageOf, Schemas } from '#domain/decider.ts'
import type { TrashLine } from './answers.ts'

/** How rows of a thing's table lie in the Trash: all of them have `campaignId`, `deletedAt` and `deletedBy`. The rest is SQL about a row `x`. */
export interface TrashedRows {
  kind: Exclude<TrashLine['kind'], 'moved'>
  table: string
  name: string
  /** Shared by what one act deleted. */
  operationId: string
  /** Whether it gives its name to all that went with it; the first by name does, where none says so. */
  isFirst?: string
  /** The item that decides who sees it, where it has no access of its own. Then it is shown to those alone who may restore it. */
  item?: string
  /** Who may restore it beside the item's owner and the DMs; who deleted it, by default. */
  restorer?: string
  /** Events whose data are ids: who has the thing on their screen must learn of them. */
  saysOnlyIds: readonly string[]
}

/** So that a misspelt event does not compile. */
export const typesOf = <E extends Schemas>(_events: E, ...types: MessageOf<E>['type'][]): readonly string[] => types

const rowsOf = ({ kind, table, name, operationId, isFirst, item, restorer }: TrashedRows) =>
  `select x.id, '${kind}', ${item ?? 'x.id'}, x."campaignId", ${name}, ${operationId}, ${isFirst ?? 'false'},
     x."deletedAt", x."deletedBy", ${restorer ?? 'x."deletedBy"'}
   from "${table}" x where x."deletedAt" is not null`

/**
 * What lies in the Trash, whatever its kind, as a function of SQL: PostgreSQL puts its body in its place, so that a search by id or campaign uses each
 * table's own index; and a table can be rebuilt and swapped under it, as it could not under a view.
 */
export const trashSql = (kinds: readonly TrashedRows[]): string => `
  set local check_function_bodies = off;
  create or replace function trash() returns table (id uuid, kind text, item uuid, "campaignId" uuid, name text, "operationId" uuid,
    "isFirst" boolean, "deletedAt" timestamptz, "deletedBy" text, restorer text)
    language sql stable as $$ ${kinds.map(rowsOf).join(' union all ')} $$;
  create or replace function says_only_ids(type text) returns boolean language sql immutable parallel safe
    as $$ select type = any('{${kinds.flatMap(({ saysOnlyIds }) => saysOnlyIds).join()}}'::text[]) $$;`
