import { exportKey } from '../../commands/exports/stored-export.ts'
import type { Read } from '../../http/snapshot.ts'

interface ExportEntry {
  id: string
  kind: 'export-lore' | 'export-account'
  status: 'running' | 'ready'
  createdAt: string
  expiresAt: string | null
}

/** Selects a user's exports that are running or whose file is stored. The sweep removes a file a day after the time in its row. */
const list = `select o.id, o.kind, o."begunAt" as "createdAt", a."putAt" + interval '1 day' as "expiresAt",
    case when o.status = 'RUNNING' then 'running' else 'ready' end as status
  from operations o left join awaited_files a on a.key = '${exportKey("' || o.id || '")}'
  where o."userId" = $1 and o.kind in ('export-lore', 'export-account')
    and (o.status = 'RUNNING' or (o.status = 'ENDED' and a."putAt" + interval '1 day' > clock_timestamp()))
  order by o."begunAt" desc, o.id`

export const exportsOf = (read: Read, userId: string): Promise<ExportEntry[]> => read<ExportEntry>(list, [userId])
