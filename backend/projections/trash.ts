import type { MessageOf, Schemas } from '#domain/decider.ts'
import type { TrashLine } from './trash-answers.ts'

/**
 * SQL fragments for trashed rows of a table, about a row `x`. All such tables have `campaignId`, `deletedAt` and
 * `deletedBy`.
 */
export interface TrashedRows {
  kind: Exclude<TrashLine['kind'], 'moved'>
  table: string
  name: string
  /** Shared by everything that one action deleted. */
  operationId: string
  /** True for the row that gives its name to everything deleted with it; by default the first by name. */
  isFirst?: string
  /**
   * The item that decides visibility, for things without access rows. Such things are shown only to users who may
   * restore them.
   */
  item?: string
  /** The user who may restore it in addition to the item's owner and the DMs; by default the one who deleted it. */
  restorer?: string
  /** Events whose data are ids only: published to the users who see the thing. */
  saysOnlyIds: readonly string[]
}

/** Lists event types, checked by the compiler. */
export const typesOf = <E extends Schemas>(_events: E, ...types: MessageOf<E>['type'][]): readonly string[] => types

const rowsOf = ({ kind, table, name, operationId, isFirst, item, restorer }: TrashedRows) =>
  `select x.id, '${kind}', ${item ?? 'x.id'}, x."campaignId", ${name}, ${operationId}, ${isFirst ?? 'false'},
     x."deletedAt", x."deletedBy", ${restorer ?? 'x."deletedBy"'}
   from "${table}" x where x."deletedAt" is not null`

/**
 * Everything in the Trash, regardless of its kind, as an SQL function: PostgreSQL inlines it, so that a search by id or
 * campaign uses each table's own index; and tables can be rebuilt and swapped under it, unlike under a view.
 */
export const trashSql = (kinds: readonly TrashedRows[]): string => `
  set local check_function_bodies = off;
  create or replace function trash() returns table (id uuid, kind text, item uuid, "campaignId" uuid, name text, "operationId" uuid,
    "isFirst" boolean, "deletedAt" timestamptz, "deletedBy" text, restorer text)
    language sql stable as $$ ${kinds.map(rowsOf).join(' union all ')} $$;
  create or replace function says_only_ids(type text) returns boolean language sql immutable parallel safe
    as $$ select type = any('{${kinds.flatMap(({ saysOnlyIds }) => saysOnlyIds).join()}}'::text[]) $$;`
