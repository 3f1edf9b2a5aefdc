import type { Read } from '../../http/snapshot.ts'

/** Names of users, by id. */
export const namesOf = async (read: Read, ids: readonly string[]): Promise<Map<string, string>> => {
  const rows = await read<{ id: string; name: string }>('select id, name from auth."user" where id = any($1)', [
    [...new Set(ids)],
  ])
  return new Map(rows.map(({ id, name }) => [id, name]))
}
