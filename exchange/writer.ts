import type { Readable } from 'node:stream'
import type { Layout, PlacedPage } from './layout.ts'
import type { ExportedPage } from './pages.ts'

export interface ExportTarget {
  add(path: string, content: string | Readable): Promise<void>
}

/** Describes the whole export to a format before its first page. */
export interface ExportSource {
  /** The id of the campaign, the folder or the entry that is exported. */
  id: string
  name: string
  /** The time at which the export was requested. */
  at: Date
  layout: Layout
  pictures: {
    nameOf(id: string): string
    /** The path of a picture; undefined for one that is left out. */
    pathOf(id: string): string | undefined
    /** True if every member of the campaign sees a picture. */
    isForAll(id: string): boolean
    /** Reads a picture, reduced so that a document can hold it; undefined for one that is left out. */
    read(id: string): Promise<Buffer | undefined>
  }
  target: ExportTarget
}

/** Writes pages in the order of the layout. The pictures are added by its caller. */
export interface ExportWriter {
  add(page: ExportedPage, placed: PlacedPage): Promise<void>
  finish(): Promise<void>
}
