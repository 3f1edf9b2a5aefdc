import type { Viewer } from '#domain/access.ts'
import type { OperationKind } from '#domain/operations.ts'
import type { Read } from '../../http/snapshot.ts'
import { ExportingAccount, maySeeAccountExport } from './export-account.ts'
import { Exporting, exportName, maySeeExport } from './export-lore.ts'
import { type Format, formats, zipFile } from './formats.ts'

/** The data with which an operation began. */
interface Begun {
  kind: OperationKind
  userId: string
  arguments: Record<string, unknown>
}

export const isExport = (begun: Begun | null): begun is Begun =>
  begun?.kind === 'export-lore' || begun?.kind === 'export-account'

/** True while the requester of an export sees everything that it contains. */
export const maySeeStored = (viewer: Viewer, begun: Begun): boolean => {
  if (begun.userId !== viewer.userId) return false
  return begun.kind === 'export-account'
    ? maySeeAccountExport(viewer, ExportingAccount.parse(begun.arguments))
    : maySeeExport(viewer, Exporting.parse(begun.arguments))
}

/** The name of a stored export for its requester. */
export const nameOfStored = async (read: Read, viewer: Viewer, begun: Begun): Promise<string> =>
  begun.kind === 'export-account' ? 'Everything of mine' : exportName(read, viewer, Exporting.parse(begun.arguments))

/** The type of a stored file. */
export const fileTypeOf = (begun: Begun): Pick<Format['file'], 'mime' | 'extension'> =>
  begun.kind === 'export-account' ? zipFile : formats[Exporting.parse(begun.arguments).format].file
